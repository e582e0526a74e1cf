/** Colour dot; renders nothing when `meta` is not a colour. */
export function Swatch({ meta, className = 'size-3.5' }: { meta: string; className?: string }) {
  if (!isColour(meta)) return null;
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 20 20"
      className={`${className} shrink-0 rounded-full border border-ink/15`}
    >
      <rect width="20" height="20" fill={meta} />
    </svg>
  );
}

/** True for `#rgb` and `#rrggbb`. */
export function isColour(meta: string): boolean {
  return /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.test(meta.trim());
}
