import type { ReactNode } from 'react';

interface FactListProps {
  facts: readonly { key: string; label: string; value: ReactNode }[];
  /** Labels above values, for a narrow column. */
  isStacked?: boolean;
}

/** A value that somebody wrote has its own direction. */
const written = (value: ReactNode) => (typeof value === 'string' ? <bdi>{value}</bdi> : value);

/** Label and value pairs, one per line. */
export function FactList({ facts, isStacked = false }: FactListProps) {
  if (isStacked) {
    return (
      <dl className="grid gap-3.5">
        {facts.map((fact) => (
          <div key={fact.key} className="min-w-0">
            <dt className="text-small text-ink-second">{fact.label}</dt>
            <dd className="mt-0.5 min-w-0">{written(fact.value)}</dd>
          </div>
        ))}
      </dl>
    );
  }
  return (
    <dl className="divide-y divide-line-faint">
      {facts.map((fact) => (
        <div
          key={fact.key}
          className="grid grid-cols-[minmax(8rem,13rem)_minmax(0,1fr)] gap-x-6 gap-y-1 py-3 first:pt-0 last:pb-0 phone:grid-cols-1"
        >
          <dt className="text-ink-second">{fact.label}</dt>
          <dd className="max-w-3xl min-w-0">{written(fact.value)}</dd>
        </div>
      ))}
    </dl>
  );
}
