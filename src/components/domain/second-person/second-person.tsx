import type { ApprovalKind } from '@/contract/settings/approvals';
import { lazyPart } from '@/lib/lazy-part';
import { useWaiting, type WaitingOf } from './use-waiting';

const PreparedAction = lazyPart(() => import('./prepared-action'), 'PreparedAction');

interface SecondPersonProps extends WaitingOf {
  /** Only these; all that wait about the record without it. */
  kinds?: readonly ApprovalKind[];
  className?: string;
}

/**
 * What waits for a second person about this record, in full, to be confirmed or declined on the spot (rules/settings: who
 * prepares does not confirm); nothing otherwise.
 */
export function SecondPerson({ kinds, className = '', ...of }: SecondPersonProps) {
  const waiting = useWaiting(of).filter(({ kind }) => !kinds || kinds.includes(kind));
  if (waiting.length === 0) return null;
  return (
    <div className={`grid gap-4 ${className}`}>
      {waiting.map((approval) => (
        <section
          key={approval.id}
          className="min-h-44 rounded-card border border-warn bg-surface p-4 desk:p-5"
        >
          <PreparedAction approval={approval} isInPlace />
        </section>
      ))}
    </div>
  );
}
