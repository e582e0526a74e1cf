import type { ReactNode } from 'react';

interface ScrollBoxProps {
  label: string;
  /** Its height and margins. */
  className: string;
  children: ReactNode;
}

/** A frame whose content scrolls by itself, by keyboard too. */
export function ScrollBox({ label, className, children }: ScrollBoxProps) {
  return (
    <section
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable box must be reachable by keyboard
      tabIndex={0}
      aria-label={label}
      className={`overflow-auto rounded-card border border-line ${className}`}
    >
      {children}
    </section>
  );
}
