import type { ReactNode } from 'react';

/** The bar at the bottom of a form: what is wrong at the start, what can be done at the end. */
export function StickyBar({ note, children }: { note?: ReactNode; children: ReactNode }) {
  return (
    <div className="sticky bottom-0 z-10 -mx-4 mt-4 -mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-line bg-surface/90 px-4 py-2.5 backdrop-blur desk:-mx-6 desk:-mb-6 desk:px-6">
      <div className="min-w-0 flex-1 phone:basis-full" aria-live="polite">
        {note}
      </div>
      <div className="flex items-center gap-2 phone:flex-1 phone:[&>*:last-child]:flex-1">{children}</div>
    </div>
  );
}
