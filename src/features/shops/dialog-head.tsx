import { Description, DialogTitle } from '@headlessui/react';
import type { LucideIcon } from 'lucide-react';

interface DialogHeadProps {
  icon: LucideIcon;
  tone: 'good' | 'warn' | 'accent';
  title: string;
  subject: string;
  text: string;
}

const tones = {
  good: 'bg-good-soft text-good',
  warn: 'bg-warn-soft text-warn',
  accent: 'bg-accent-soft text-accent-ink',
};

/** Title of a dialog about one shop, with its name, so that nobody decides about the wrong one. */
export function DialogHead({ icon: Icon, tone, title, subject, text }: DialogHeadProps) {
  return (
    <header className="flex items-start gap-3.5 pe-8">
      <span className={`grid size-10 shrink-0 place-items-center rounded-full ${tones[tone]}`}>
        <Icon className="size-5" strokeWidth={1.75} />
      </span>
      <div className="min-w-0">
        <DialogTitle className="text-card font-semibold text-balance">{title}</DialogTitle>
        <p className="font-medium break-words">{subject}</p>
        <Description className="mt-1 text-ink-second">{text}</Description>
      </div>
    </header>
  );
}
