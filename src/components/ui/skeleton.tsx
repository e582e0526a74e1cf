/** A grey placeholder bar for text that is loading. */
export function Skeleton({ className = '' }: { className?: string }) {
  return (
    <span aria-hidden="true" className={`block animate-pulse rounded-badge bg-line-faint ${className}`} />
  );
}
