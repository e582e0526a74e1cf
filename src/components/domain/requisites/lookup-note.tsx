import { CircleAlert, CircleCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { Spinner } from '@/components/ui/spinner';

const looks = {
  busy: { icon: <Spinner />, className: 'text-ink-second' },
  good: {
    icon: <CircleCheck aria-hidden="true" className="mt-0.5 size-4 shrink-0" />,
    className: 'text-good',
  },
  warn: {
    icon: <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />,
    className: 'text-warn',
  },
};

/** One line about how a look-up goes, read aloud as it changes. */
export function LookupNote({ look, children }: { look: keyof typeof looks; children: ReactNode }) {
  return (
    <p
      role="status"
      className={`mt-1.5 flex items-start gap-1.5 text-small font-medium ${looks[look].className}`}
    >
      {looks[look].icon}
      <span className="min-w-0">{children}</span>
    </p>
  );
}
