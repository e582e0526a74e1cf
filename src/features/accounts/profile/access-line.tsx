import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '@/components/ui/button';
import { RelativeTime } from '@/components/ui/relative-time';

interface AccessLineProps {
  Icon: LucideIcon;
  name: ReactNode;
  /** Before the time. */
  note: ReactNode;
  at: string;
  /** Undefined for what cannot be ended here. */
  end: { label: string; description: string; isEnding: boolean; onEnd: () => void } | undefined;
}

/** A way into the account, when it was used, and a button that ends it. */
export function AccessLine({ Icon, name, note, at, end }: AccessLineProps) {
  return (
    <li className="flex items-center gap-3 py-3 first:pt-0">
      <span className="grid size-9 shrink-0 place-items-center rounded-control bg-sunken text-ink-second">
        <Icon className="size-4.5" strokeWidth={1.75} />
      </span>
      <div className="min-w-0 flex-1">
        {name}
        <p className="text-small text-ink-second">
          {note}
          <RelativeTime at={at} />
        </p>
      </div>
      {end && (
        <Button size="small" isLoading={end.isEnding} onClick={end.onEnd} aria-label={end.description}>
          {end.label}
        </Button>
      )}
    </li>
  );
}
