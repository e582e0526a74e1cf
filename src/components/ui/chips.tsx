interface ChipsProps {
  names: readonly string[];
  /** Further names are counted, and listed on hover. */
  most?: number;
}

/** Short values side by side. */
export function Chips({ names, most = 3 }: ChipsProps) {
  const rest = names.slice(most);
  const shape =
    'inline-flex h-5.5 max-w-48 items-center rounded-badge bg-line-faint px-2 text-small font-medium text-ink-second';
  return (
    <span className="inline-flex flex-wrap items-center gap-1">
      {names.slice(0, most).map((name) => (
        <span key={name} className={shape} title={name}>
          <bdi className="truncate">{name}</bdi>
        </span>
      ))}
      {rest.length > 0 && (
        <span className={shape} title={rest.join(', ')}>
          <span aria-hidden="true">+{rest.length}</span>
          <span className="sr-only">{rest.join(', ')}</span>
        </span>
      )}
    </span>
  );
}
