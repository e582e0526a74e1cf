import type { ReactNode } from 'react';

interface EmptyStateProps {
  picture: 'empty' | 'search' | 'lost';
  title: string;
  text?: string;
  action?: ReactNode;
  /** Set when it replaces the whole page, which then has no other heading. */
  isPage?: boolean;
  /** Set where nothing around it has a frame. */
  isCard?: boolean;
}

const drawings: Record<EmptyStateProps['picture'], ReactNode> = {
  empty: (
    <>
      <path d="M20 38 60 22l40 16v38L60 92 20 76Z" />
      <path d="M20 38l40 16 40-16M60 54v38" />
      <path d="M40 30l40 16v12" opacity=".5" />
      <path d="M88 14v10M83 19h10M30 12v6M27 15h6" opacity=".6" />
    </>
  ),
  search: (
    <>
      <rect x="18" y="20" width="66" height="60" rx="8" />
      <path d="M18 36h66M30 50h26M30 62h18" opacity=".55" />
      <circle cx="78" cy="66" r="16" fill="var(--surface)" />
      <path d="M90 78l12 12" strokeWidth="3" />
      <path d="M72 66h12" />
    </>
  ),
  lost: (
    <>
      <path d="M60 96V16" />
      <path d="M60 24h30l8 9-8 9H60Z" />
      <path d="M60 50H32l-8 9 8 9h28Z" />
      <path d="M44 96h32" />
      <path d="M70 33h14M38 59h14" opacity=".55" />
    </>
  ),
};

/** Empty state: one line drawing, one sentence, one next step (rules/panel: an empty list says what to do next). */
export function EmptyState({ picture, title, text, action, isPage, isCard }: EmptyStateProps) {
  const Title = isPage ? 'h1' : 'h2';
  return (
    <div
      className={`flex flex-col items-center px-6 py-14 text-center ${isCard ? 'rounded-card border border-line bg-surface' : ''}`}
    >
      <svg
        aria-hidden="true"
        viewBox="0 0 120 108"
        className="h-27 w-30 text-accent"
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
        strokeLinecap="round"
        strokeLinejoin="round"
      >
        {drawings[picture]}
      </svg>
      <Title className="mt-4 text-card font-semibold">{title}</Title>
      {text && <p className="mt-1 max-w-md text-balance text-ink-second">{text}</p>}
      {action && <div className="mt-5 flex flex-wrap justify-center gap-2">{action}</div>}
    </div>
  );
}
