const isColour = (code: string) => /^#([\da-f]{3}|[\da-f]{6})$/i.test(code);

/** A colour swatch with its code; any other text is shown without one. */
export function ColourCode({ code }: { code: string }) {
  if (!isColour(code)) return <span className="break-words">{code}</span>;
  return (
    <span className="inline-flex items-center gap-2 whitespace-nowrap" dir="ltr">
      <svg
        aria-hidden="true"
        viewBox="0 0 20 20"
        className="size-5 shrink-0 rounded-badge border border-line"
      >
        <rect width="20" height="20" fill={code} />
      </svg>
      {code}
    </span>
  );
}
