import { Wrench } from 'lucide-react';
import { Button } from '@/components/ui/button';

interface BreakdownsProps<Kind extends string> {
  kinds: readonly Kind[];
  /** What is broken at the moment. */
  broken: Kind | null;
  nameOf: (kind: Kind) => string;
  /** What the stand-in does at the moment. */
  status: string;
  mend: string;
  isBusy: boolean;
  onChange: (next: Kind | null) => void;
}

/** Ways to break a stand-in, one at a time, and the way back. */
export function Breakdowns<Kind extends string>({
  kinds,
  broken,
  nameOf,
  status,
  mend,
  isBusy,
  onChange,
}: BreakdownsProps<Kind>) {
  return (
    <>
      <div className="flex flex-wrap gap-2">
        {kinds.map((kind) => (
          <Button
            key={kind}
            aria-pressed={kind === broken}
            variant={kind === broken ? 'danger' : 'secondary'}
            disabled={isBusy}
            onClick={() => onChange(kind === broken ? null : kind)}
          >
            {nameOf(kind)}
          </Button>
        ))}
      </div>
      <p role="status" className="mt-3 text-small text-ink-second">
        {status}
      </p>
      {broken !== null && (
        <Button
          className="mt-3"
          icon={<Wrench className="size-4" />}
          isLoading={isBusy}
          onClick={() => onChange(null)}
        >
          {mend}
        </Button>
      )}
    </>
  );
}
