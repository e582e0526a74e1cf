import type { ReactNode } from 'react';

/** Figures beside each other: as many in a line as there is room for, two on a phone. */
export function FigureTiles({ label, children }: { label: string; children: ReactNode }) {
  return (
    <section
      aria-label={label}
      className="grid grid-cols-2 gap-3 sm:grid-cols-[repeat(auto-fit,minmax(11rem,1fr))] sm:[&>:only-child]:max-w-70 max-sm:[&>:last-child:nth-child(odd)]:col-span-2"
    >
      {children}
    </section>
  );
}
