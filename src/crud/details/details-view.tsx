import type { ReactNode } from 'react';
import { Card } from '@/components/ui/card';
import { FactList } from '@/components/ui/fact-list';

interface ShownFact {
  key: string;
  label: string;
  value: ReactNode;
  /** Takes a line of its own. */
  isWide?: boolean;
}

interface DetailsViewProps {
  /** What the record says. */
  main: readonly ShownFact[];
  /** What it is filed under, and its dates. */
  side: readonly ShownFact[];
}

/** A record to be read: its content beside what it is filed under (look.md). */
export function DetailsView({ main, side }: DetailsViewProps) {
  return (
    <div
      className={`mt-4 grid items-start gap-4 ${main.length > 0 ? 'desk:grid-cols-[minmax(0,1fr)_20.5rem]' : 'max-w-2xl'}`}
    >
      {main.length > 0 && (
        <Card>
          <dl className="grid items-start gap-x-6 gap-y-5 @lg:grid-cols-2 @2xl:grid-cols-3">
            {main.map((fact) => (
              <div key={fact.key} className={`min-w-0 ${fact.isWide ? 'col-span-full' : ''}`}>
                <dt className="text-small text-ink-second">{fact.label}</dt>
                <dd className={`mt-1 min-w-0 ${fact.isWide ? 'max-w-3xl' : 'font-medium'}`}>{fact.value}</dd>
              </div>
            ))}
          </dl>
        </Card>
      )}
      <Card>
        <FactList facts={side} isStacked />
      </Card>
    </div>
  );
}
