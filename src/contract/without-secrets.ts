/** `name=value` of a query or a fragment. */
const queryValue = /(^|[?&#])([\w.%[\]-]+=)[^&#\s"'<>]+/g;
/** A path segment long enough to be a secret. */
const longSegment = /\/[\w-]{20,}(?=[/?#\s"']|$)/g;
const mailAddress = /(^|[^\w.+-])[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g;
const phone = /\+\d[\d ()-]{8,24}\d|\b[78]\d{10}\b/g;

/** Databases and parsers quote the input that they refuse: from the first quote to the last. */
function withoutQuoted(text: string): string {
  const open = /(?:: |, )"/.exec(text);
  if (!open) return text;
  const from = open.index + 2;
  const to = text.endsWith('"') ? text.length - 1 : text.lastIndexOf('" is not valid JSON');
  return to > from ? `${text.slice(0, from)}"…"${text.slice(to + 1)}` : text;
}

/**
 * An error report without secrets and personal data: addresses lose their query values and long path segments anywhere in
 * the report, because tokens, links and searches appear there; texts lose e-mail addresses, phones and quoted input.
 */
export function withoutSecrets<Report>(report: Report): Report {
  return scrub(report) as Report;
}

function scrub(value: unknown): unknown {
  if (typeof value === 'string')
    return withoutQuoted(
      value
        .replace(queryValue, '$1$2…')
        .replace(longSegment, '/…')
        .replace(mailAddress, '$1…@…')
        .replace(phone, '…'),
    );
  if (Array.isArray(value)) return value.map(scrub);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      // Live objects of the library, which it does not send.
      key === 'sdkProcessingMetadata' ? inner : scrub(inner),
    ]),
  );
}
