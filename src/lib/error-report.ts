/** What is never reported (specification §8), kept apart from the reporting library so that it can be tested without it. */

/**
 * Names of spans that are dropped together with what is below them: page transactions of addresses that do not exist,
 * and navigations that were left before they had a name.
 */
export const ignoredSpans: RegExp[] = [
  /^(\/[a-z]{2})?\/404$/,
  /^<unlabeled transaction>$/,
  /^incomplete-app-router-transaction$/,
];

/** Next and the router throw these to redirect or to leave a page: nothing has failed. */
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
/** A part of a path that is as long as a secret. */
const longSegment = /\/[\w-]{20,}(?=[/?#\s"']|$)/g;

/**
 * A report without what opens things for whoever reads it: addresses lose the values of their query and long parts of
 * their path, wherever in the report they stand. Tokens, links and searches are there.
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
      // The library's own live objects, which it does not send.
      key === 'sdkProcessingMetadata' ? inner : scrub(inner),
    ]),
  );
}
