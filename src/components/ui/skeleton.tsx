/** A grey bar where text is about to be. */
export function Skeleton({ className = '' }: { className?: string }) {
  return (
    <span aria-hidden="true" className={`block animate-pulse rounded-badge bg-line-faint ${className}`} />
  );
}
