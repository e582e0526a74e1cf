interface OriginSumProps {
  /** Formatted, with its sign. */
  sum: string;
  /** Says what opens. */
  label: string;
  onOpen: () => void;
}

/** A sum that opens where it comes from. */
export function OriginSum({ sum, label, onOpen }: OriginSumProps) {
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      aria-label={label}
      className="relative touch-target shrink-0 rounded-badge font-medium whitespace-nowrap tabular-nums hover:text-accent-ink hover:underline"
      onClick={onOpen}
    >
      {sum}
    </button>
  );
}
