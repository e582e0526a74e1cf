import { Description, DialogTitle } from '@headlessui/react';
import { useTranslation } from 'next-i18next/pages';
import { type ReactNode, type SubmitEvent, useEffect, useRef } from 'react';
import { DialogButtons } from '@/components/dialog/dialog-buttons';
import { Button } from '@/components/ui/button';

interface ActionDialogProps {
  icon: ReactNode;
  tone: 'good' | 'warn' | 'bad' | 'accent';
  title: string;
  text: string;
  /** The person concerned. */
  subject: string;
  confirmLabel: string;
  isLoading: boolean;
  onConfirm: () => void;
  onClose: () => void;
  /** Fields above the buttons: the first gets the focus, otherwise the safe button does. */
  children?: ReactNode;
}

const tones = {
  good: 'bg-good-soft text-good',
  warn: 'bg-warn-soft text-warn',
  bad: 'bg-bad-soft text-bad',
  accent: 'bg-accent-soft text-accent-ink',
};

export function ActionDialog(props: ActionDialogProps) {
  const { icon, tone, title, text, subject, confirmLabel, isLoading, onConfirm, onClose, children } = props;
  const { t } = useTranslation('common');
  const form = useRef<HTMLFormElement>(null);

  // The dialog sets its initial focus before this lazy content arrives.
  useEffect(() => form.current?.querySelector<HTMLElement>('input, textarea, button')?.focus(), []);

  const handleSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    onConfirm();
  };
  return (
    <form
      ref={form}
      noValidate
      onSubmit={handleSubmit}
      className="flex w-108 max-w-full flex-col items-center p-6 text-center phone:w-full"
    >
      <span className={`grid size-12 place-items-center rounded-full ${tones[tone]}`}>{icon}</span>
      <DialogTitle className="mt-4 text-card font-semibold text-balance">{title}</DialogTitle>
      <p className="mt-1 line-clamp-2 max-w-full font-medium break-words">{subject}</p>
      <Description className="mt-2 text-ink-second">{text}</Description>
      {children && <div className="mt-4 w-full text-start">{children}</div>}
      <DialogButtons>
        <Button onClick={onClose}>{t('common:button-cancel')}</Button>
        <Button type="submit" variant={tone === 'bad' ? 'danger' : 'primary'} isLoading={isLoading}>
          {confirmLabel}
        </Button>
      </DialogButtons>
    </form>
  );
}
