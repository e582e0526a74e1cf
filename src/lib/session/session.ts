import Cookies from 'js-cookie';
import { sessionDays } from '@/contract/accounts/auth';
import { basePath } from '@/lib/site';

/** What signing in leaves in the browser (specification §3): cookie AUTH_CRED, read with every request. */
export interface Credentials {
  token: string;
  permissions: string[];
  role: string;
}

const credentialCookie = 'AUTH_CRED';
const verifiedCookie = 'emailVerified';

const listeners = new Set<() => void>();
let lastRead: { cookies: string; raw: string | undefined; credentials: Credentials | null } = {
  cookies: '',
  raw: undefined,
  credentials: null,
};

/** True until the work that is being done now ends, when nobody else can have changed the cookie. */
let isFresh = false;

/** The stored credentials; null when there are none or the cookie is damaged. Equal cookies give the same object. */
export function readCredentials(): Credentials | null {
  if (typeof document === 'undefined') return null;
  // Every component that follows the credentials comes here at every render, and the cookie is asked of another
  // process: once in a turn of the browser's loop.
  if (isFresh) return lastRead.credentials;
  isFresh = true;
  queueMicrotask(() => {
    isFresh = false;
  });
  const cookies = document.cookie;
  if (cookies === lastRead.cookies) return lastRead.credentials;
  const raw = Cookies.get(credentialCookie);
  const credentials = raw === lastRead.raw ? lastRead.credentials : raw === undefined ? null : parse(raw);
  lastRead = { cookies, raw, credentials };
  return credentials;
}

/** Keeps the credentials for 7 days (specification §9). */
export function storeCredentials({ token, permissions, role }: Credentials): void {
  Cookies.set(credentialCookie, JSON.stringify({ token, permissions, role }), attributes());
  notify();
}

/** Forgets who is signed in, and whether that e-mail was verified. */
export function dropCredentials(): void {
  Cookies.remove(credentialCookie, { path: basePath });
  Cookies.remove(verifiedCookie, { path: basePath });
  notify();
}

/** The separate flag of specification §3: whether the signed-in person's e-mail is verified. */
export function storeEmailVerified(flag: boolean): void {
  Cookies.set(verifiedCookie, JSON.stringify({ emailVerified: flag }), attributes());
}

/** Calls back when credentials are stored or dropped in this tab; answers how to stop. */
export function onCredentials(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

let reload = () => window.location.reload();

/** Starts the page anew. */
export const reloadPage = (): void => reload();

/** Puts something else in the place of reloading the page: tests cannot reload theirs. */
export function replaceReload(replacement: () => void): void {
  reload = replacement;
}

/**
 * The session is gone on the server: drops the credentials and reloads the page (specification §6). The token that the
 * refused request carried decides: the answers of several requests under way reload once, and an answer that arrives
 * after somebody signed in again does not sign them out.
 */
export function loseSession(token: string): void {
  if (readCredentials()?.token !== token) return;
  dropCredentials();
  reload();
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
