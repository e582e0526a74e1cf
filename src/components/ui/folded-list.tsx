import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';

/** A list of what is remembered, folded under its title. */
export function FoldedList({ title, children }: { title: string; children: ReactNode }) {
  return (
    <details className="group mt-4 rounded-card border border-line">
      <summary className="flex min-h-11 cursor-pointer list-none items-center gap-3 px-3 font-semibold [&::-webkit-details-marker]:hidden">
        <span className="flex-1">{title}</span>
        <ChevronDown
          aria-hidden="true"
          className="size-4 text-ink-third transition-transform group-open:rotate-180"
        />
      </summary>
      {children}
    </details>
  );
}
