import type { ReactNode } from 'react';

interface Heading {
  key: string;
  text: string;
  /** Sums and counts stand at the end. */
  isFigure?: boolean | undefined;
  /** Only read aloud. */
  isHidden?: boolean;
}

interface TableFrameProps {
  label: string;
  headings: readonly Heading[];
  /** Long headings take several lines. */
  wraps?: boolean;
  children: ReactNode;
}

/** A table without sorting and selection: its headings, and rows that draw themselves; cards on phones. */
export function TableFrame({ label, headings, wraps = false, children }: TableFrameProps) {
  return (
    <table aria-label={label} className="w-full border-separate border-spacing-0 phone:block">
      <thead className="phone:hidden">
        <tr>
          {headings.map(({ key, text, isFigure, isHidden }) => (
            <th
              key={key}
              scope="col"
              className={`h-10 border-b border-line px-3 text-small font-medium text-ink-second first:ps-4 last:pe-4 ${wraps ? '' : 'whitespace-nowrap'} ${isFigure ? 'text-end' : 'text-start'}`}
            >
              {isHidden ? <span className="sr-only">{text}</span> : text}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="phone:block">{children}</tbody>
    </table>
  );
}
