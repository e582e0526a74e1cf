interface StarsProps {
  /** One to five. */
  rating: number;
  /** Accessible text. */
  label: string;
}

export function Stars({ rating, label }: StarsProps) {
  return (
    <span role="img" aria-label={label} title={label} className="tracking-wide whitespace-nowrap text-warn">
      {'★'.repeat(rating)}
      <span className="text-ink-third/50">{'★'.repeat(Math.max(0, 5 - rating))}</span>
    </span>
  );
}
