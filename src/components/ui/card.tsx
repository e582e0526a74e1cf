import type { ReactNode } from 'react';

interface CardProps {
  title?: string;
  text?: string;
  /** Fields in a column; short ones share a line where there is room. */
  isForm?: boolean;
  children: ReactNode;
  className?: string;
}

const formClass =
  'grid items-start gap-5 [&>*]:col-span-full @xl:grid-cols-3 @xl:[&>[data-narrow]]:col-span-1';

/** A titled sheet. Cards are never put into cards. */
export function Card({ title, text, isForm = false, children, className = '' }: CardProps) {
  return (
    <section className={`@container rounded-card border border-line bg-surface p-4 desk:p-5 ${className}`}>
      {title && <h2 className="text-card font-semibold">{title}</h2>}
      {text && <p className="mt-0.5 text-small text-ink-second">{text}</p>}
      <div className={`${title || text ? 'mt-4' : ''} ${isForm ? formClass : ''}`}>{children}</div>
    </section>
  );
}
