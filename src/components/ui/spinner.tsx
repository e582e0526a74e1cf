/** A small turning ring in the colour of the text around it; what is going on must be told in words elsewhere. */
export function Spinner() {
  return (
    <span
      aria-hidden="true"
      className="size-4 shrink-0 animate-spin rounded-full border-2 border-current border-e-transparent opacity-80"
    />
  );
}
