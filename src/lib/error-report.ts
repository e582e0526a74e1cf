/** What the browser never reports, testable without the reporting library. */

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
