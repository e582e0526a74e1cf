import type { ReactNode } from 'react';

/** Names and values to be read, one pair a line. */
export function FactList({ facts }: { facts: readonly { key: string; label: string; value: ReactNode }[] }) {
  return (
    <dl className="grid max-w-4xl grid-cols-[minmax(8rem,14rem)_minmax(0,1fr)] gap-x-6 gap-y-4 phone:grid-cols-1 phone:gap-y-1">
      {facts.map((fact) => (
        <div key={fact.key} className="contents">
          <dt className="text-ink-second phone:mt-2">{fact.label}</dt>
          <dd className="min-w-0">{fact.value}</dd>
        </div>
      ))}
    </dl>
  );
}
