import type { ReactNode } from 'react';

interface CardProps {
  title?: string;
  text?: string;
  children: ReactNode;
  className?: string;
}

/** A titled sheet. Cards are never put into cards (look.md). */
export function Card({ title, text, children, className = '' }: CardProps) {
  return (
    <section className={`rounded-card border border-line bg-surface p-4 desk:p-5 ${className}`}>
      {title && <h2 className="text-card font-semibold">{title}</h2>}
      {text && <p className="mt-0.5 text-small text-ink-second">{text}</p>}
      <div className={title || text ? 'mt-4' : ''}>{children}</div>
    </section>
  );
}
