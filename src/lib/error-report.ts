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
