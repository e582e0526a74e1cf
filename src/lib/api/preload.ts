import { readCredentials } from '@/lib/session/session';

declare global {
  interface Window {
    /** Responses that `public/early.js` requested, by address. */
    preloaded?: {
      token: string | undefined;
      responses: Record<string, Promise<EarlyAnswer | undefined>>;
      hasList: boolean;
    };
    takeEarlySignIn?: () => EarlySignIn | undefined;
  }
}

/** A response as `public/early.js` received it; status 0 when there was none. */
export interface EarlyAnswer {
  status: number;
  headers: Record<string, string | undefined>;
  data?: unknown;
}

/** The sign-in that was sent before the page's scripts had loaded; without a response if something was missing. */
export interface EarlySignIn {
  email: string;
  password: string;
  answer?: Promise<EarlyAnswer | undefined>;
  /** `me` of the session that the sign-in opened. */
  me?: Promise<EarlyAnswer | undefined>;
}

/** From now on the page handles the sign-in form. */
export function takeEarlySignIn(): EarlySignIn | undefined {
  const early = window.takeEarlySignIn?.();
  delete window.takeEarlySignIn;
  return early;
}

/** Stores a prefetched response for a session that is about to begin. */
export function keepPreloaded(
  token: string,
  address: string,
  response: Promise<EarlyAnswer | undefined>,
): void {
  window.preloaded = { token, responses: { [address]: response }, hasList: false };
}

/** Milliseconds after navigation start; later a response may be stale. */
const lifetime = 15_000;

/** True when `public/early.js` ran: otherwise there is nothing to wait for. */
export function hasPreloaded(): boolean {
  return typeof window !== 'undefined' && window.preloaded !== undefined;
}

/** True when everything the page needs first is already requested: a list page. */
export function isFirstLoadPreloaded(): boolean {
  return window.preloaded?.hasList === true;
}

/** Takes the preloaded response to a GET; each can be taken once. Undefined when there is none. */
export async function takePreloaded(address: string): Promise<EarlyAnswer | undefined> {
  if (!window.preloaded) return undefined;
  const { token, responses } = window.preloaded;
  const response = responses[address];
  delete responses[address];
  if (performance.now() > lifetime || token !== readCredentials()?.token) return undefined;
  return response;
}
