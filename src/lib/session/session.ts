import Cookies from 'js-cookie';
import { sessionDays } from '@/contract/accounts/auth';
import { basePath } from '@/lib/site';

/** Session data in the AUTH_CRED cookie (specification §3), read with every request. */
export interface Credentials {
  token: string;
  permissions: string[];
  role: string;
}

const credentialCookie = 'AUTH_CRED';
const verifiedCookie = 'emailVerified';

export const viewKey = 'vendor-view';

/**
 * A look through a vendor's eyes lives in this tab, beside the own session: its credentials, and the page to go back to.
 * Empty on the page after it, null otherwise; it changes with a load of the page only (`view.ts`).
 */
export const view = typeof window === 'undefined' ? null : window.sessionStorage.getItem(viewKey);

/** Whether this tab looks through a vendor's eyes. */
export const isViewing = Boolean(view);

const listeners = new Set<() => void>();
let lastRead: { cookies: string; raw: string | undefined; credentials: Credentials | null } = {
  cookies: '',
  raw: undefined,
  credentials: null,
};

/** True until the current task ends, during which the cookie cannot change. */
let isFresh = false;

/** The stored credentials; null without a valid cookie. Returns the same object while the cookie is unchanged. */
export function readCredentials(): Credentials | null {
  if (typeof document === 'undefined') return null;
  // Every subscribed component reads this on every render, and `document.cookie` crosses processes: read once per
  // task.
  if (isFresh) return lastRead.credentials;
  isFresh = true;
  queueMicrotask(() => {
    isFresh = false;
  });
  const cookies = document.cookie;
  if (cookies === lastRead.cookies) return lastRead.credentials;
  const raw = view || Cookies.get(credentialCookie);
  const credentials = raw === lastRead.raw ? lastRead.credentials : raw === undefined ? null : parse(raw);
  lastRead = { cookies, raw, credentials };
  former = credentials ?? former;
  return credentials;
}

/** The last credentials of this tab, until it drops them: the cookie may end, or be removed elsewhere, before. */
let former: Credentials | null = null;

/**
 * What the screens go by: a cookie that is gone is an ended session, which the next request finds out, so that typed
 * input stays until the person has signed in again.
 */
export const shownCredentials = (): Credentials | null => readCredentials() ?? former;

/** Stores the credentials for 7 days (specification §9). */
export function storeCredentials({ token, permissions, role }: Credentials): void {
  Cookies.set(credentialCookie, JSON.stringify({ token, permissions, role }), attributes());
  notify();
}

/** Deletes the session and the e-mail verification flag; a view alone. */
export function dropCredentials(): void {
  if (view) {
    window.sessionStorage.setItem(viewKey, '');
    window.location.assign(JSON.parse(view).back);
    return;
  }
  Cookies.remove(credentialCookie, { path: basePath });
  Cookies.remove(verifiedCookie, { path: basePath });
  former = null;
  notify();
}

/** Stores whether the signed-in person's e-mail is verified. */
export function storeEmailVerified(flag: boolean): void {
  if (isViewing) return;
  Cookies.set(verifiedCookie, JSON.stringify({ emailVerified: flag }), attributes());
}

/** Subscribes to changes of the credentials in this tab; returns the unsubscribe function. */
export function onCredentials(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

let reload = () => window.location.reload();

export const reloadPage = (): void => reload();

/** Replaces the reload, for tests. */
export function replaceReload(replacement: () => void): void {
  reload = replacement;
}

/**
 * Drops the credentials and reloads, after the server ended the session (rules/panel: a lost session ends once). Acts
 * only for the token of the refused request: parallel refusals reload once, and a late one does not end a newer
 * session.
 */
export function loseSession(token: string): void {
  if (shownCredentials()?.token !== token) return;
  dropCredentials();
  if (isViewing) return;
  window.sessionStorage.setItem(endedKey, '1');
  reload();
}

const endedKey = 'session-ended';

/** True once after the server ended the session, for the login page to say so. */
export function takeSessionEnded(): boolean {
  const hasEnded = window.sessionStorage.getItem(endedKey) !== null;
  window.sessionStorage.removeItem(endedKey);
  return hasEnded;
}

function attributes(): Cookies.CookieAttributes {
  const secure = window.location.protocol === 'https:';
  return { path: basePath, expires: sessionDays, sameSite: 'Lax', secure };
}

function parse(raw: string): Credentials | null {
  try {
    const value: unknown = JSON.parse(raw);
    if (typeof value !== 'object' || value === null || !('token' in value)) return null;
    const { token, permissions, role } = value as { token: unknown; permissions?: unknown; role?: unknown };
    if (typeof token !== 'string' || token === '') return null;
    const names = Array.isArray(permissions) ? permissions.filter((name) => typeof name === 'string') : [];
    return { token, permissions: names, role: typeof role === 'string' ? role : (names[0] ?? '') };
  } catch {
    return null;
  }
}

function notify(): void {
  isFresh = false;
  for (const listener of listeners) listener();
}
