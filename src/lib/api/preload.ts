import { readCredentials } from '@/lib/session/session';

declare global {
  interface Window {
    /** Responses that `public/early.js` requested, by address; undefined where a request failed. */
    preloaded?: { token: string | undefined; responses: Record<string, Promise<unknown>>; hasList: boolean };
  }
}

/** Milliseconds after navigation start; later a response may be stale. */
const lifetime = 15_000;

/** True when `public/early.js` ran: otherwise there is nothing to wait for. */
export function hasPreloaded(): boolean {
  return typeof window !== 'undefined' && window.preloaded !== undefined;
}

/** True when everything the page needs first is already requested: a list page, or one that needs no session. */
export function isFirstLoadPreloaded(): boolean {
  const { token, hasList } = window.preloaded ?? {};
  return token === undefined || hasList === true;
}

/** Takes the preloaded response to a GET; each can be taken once. Undefined when there is none. */
export async function takePreloaded(address: string): Promise<unknown> {
  if (!window.preloaded) return undefined;
  const { token, responses } = window.preloaded;
  const response = responses[address];
  delete responses[address];
  if (performance.now() > lifetime || token !== readCredentials()?.token) return undefined;
  return response;
}
