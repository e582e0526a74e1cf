/**
 * Rules of what is never reported (rules/panel: reports contain no secrets), testable without the reporting library.
 */

/**
 * Span names that are dropped with their children: page transactions of missing addresses, and navigations abandoned
 * before they had a name.
 */
export const ignoredSpans: RegExp[] = [
  /^(\/[a-z]{2})?\/404$/,
  /^<unlabeled transaction>$/,
  /^incomplete-app-router-transaction$/,
];

/** Next and the router throw these for redirects and aborted navigations; they are not failures. */
export function isRedirectError(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  const { digest, message, cancelled } = error as {
    digest?: unknown;
    message?: unknown;
    cancelled?: unknown;
  };
  if (cancelled === true) return true;
  return [digest, message].some((text) => typeof text === 'string' && text.startsWith('NEXT_REDIRECT'));
}

/** `name=value` of a query or a fragment. */
const queryValue = /(^|[?&#])([\w.%[\]-]+=)[^&#\s"'<>]+/g;
/** A path segment long enough to be a secret. */
const longSegment = /\/[\w-]{20,}(?=[/?#\s"']|$)/g;

/**
 * A report without secrets: addresses lose their query values and long path segments anywhere in the report. Tokens,
 * links and searches appear there.
 */
export function withoutSecrets<Report>(report: Report): Report {
  return scrub(report) as Report;
}

function scrub(value: unknown): unknown {
  if (typeof value === 'string') return value.replace(queryValue, '$1$2…').replace(longSegment, '/…');
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
