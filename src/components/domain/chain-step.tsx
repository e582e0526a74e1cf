import { Check, CircleHelp, Clock, Lock, Undo2, X } from 'lucide-react';
import type { ReactNode } from 'react';

/** `disc` of the icon, `ink` of words, `line` to the next step. */
export const looks = {
  good: { Icon: Check, disc: 'bg-good text-white', ink: '', line: 'border-good' },
  bad: { Icon: X, disc: 'bg-bad text-white', ink: 'text-bad', line: 'border-line' },
  held: { Icon: Lock, disc: 'bg-warn text-white', ink: 'text-warn', line: 'border-warn' },
  back: { Icon: Undo2, disc: 'bg-warn text-white', ink: 'text-warn', line: 'border-warn' },
  waiting: {
    Icon: Clock,
    disc: 'bg-ink-third text-white',
    ink: 'text-ink-second',
    line: 'border-dashed border-line',
  },
  unknown: {
    Icon: CircleHelp,
    disc: 'bg-warn text-white',
    ink: 'text-warn',
    line: 'border-dashed border-line',
  },
};

interface StepProps {
  look: keyof typeof looks;
  title: ReactNode;
  sum: string;
  sumInk: string;
  /** Struck out: it did not move, or not for good. */
  isVoid?: boolean;
  /** What and when, a line each. */
  lines: readonly (string | false | null)[];
  /** At the end of the lines. */
  aside?: ReactNode;
}

/** A step of a chain with a line to the next one. */
export function Step({ look, title, sum, sumInk, isVoid = false, lines, aside }: StepProps) {
  const { Icon, disc, ink, line } = looks[look];
  return (
    <li className="min-w-0">
      <div className="flex items-center gap-2">
        <span aria-hidden="true" className={`grid size-4.5 shrink-0 place-items-center rounded-full ${disc}`}>
          <Icon className="size-3" strokeWidth={3} />
        </span>
        <span className={`min-w-0 font-semibold ${ink}`}>{title}</span>
        <span aria-hidden="true" className={`min-w-3 flex-1 border-t-2 ${line}`} />
      </div>
      <div className="flex flex-wrap items-start gap-x-3 gap-y-1.5 pe-2">
        <div className="min-w-0">
          <p className={`mt-0.5 text-card font-semibold ${sumInk}`}>{isVoid ? <s>{sum}</s> : sum}</p>
          {lines.filter(Boolean).map((text) => (
            <p key={String(text)} className="text-small break-words text-ink-second">
              {text}
            </p>
          ))}
        </div>
        {aside}
      </div>
    </li>
  );
}
