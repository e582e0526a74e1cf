/** A small spinner in the text colour; the state must also be given in words. */
export function Spinner() {
  return (
    <span
      aria-hidden="true"
      className="size-4 shrink-0 animate-spin rounded-full border-2 border-current border-e-transparent opacity-80"
    />
  );
}
