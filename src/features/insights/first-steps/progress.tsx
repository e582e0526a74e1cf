interface ProgressProps {
  done: number;
  total: number;
  text: string;
  /** Before the bar, in strong letters. */
  isLeading?: boolean;
}

export function Progress({ done, total, text, isLeading = false }: ProgressProps) {
  const words = isLeading ? 'order-first font-semibold' : 'text-small text-ink-second';
  return (
    <div className="mt-3 flex items-center gap-3">
      <progress aria-label={text} max={total} value={done} className="sr-only" />
      <span aria-hidden="true" className="h-1.5 flex-1 overflow-hidden rounded-full bg-line-faint">
        <span
          className={`block h-full rounded-full ${isLeading ? 'bg-good' : 'bg-accent'}`}
          style={{ width: `${Math.round((done / total) * 100)}%` }}
        />
      </span>
      <span className={`whitespace-nowrap tabular-nums ${words}`}>{text}</span>
    </div>
  );
}
