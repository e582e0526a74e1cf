import type { FastifyReply, FastifyRequest } from 'fastify';
import { sessionDays } from '@/contract/accounts/auth';
import type { Ctx } from '../context';
import { isOwnPanel } from './other-clients';

/**
 * The companion of a session: a second secret in a cookie that no script reads (rules/accounts: a session stays in its
 * browser). Over https the prefix keeps other hosts of the domain from setting it.
 */
const plainName = 'session_companion';
const secureName = `__Host-${plainName}`;

/** A browser has one of each name; more are somebody's attempt. */
const maxRead = 4;

/**
 * Only for requests of our panel from its own origin, which brings the cookie back. A browser says which origin that is,
 * and no script can; whoever sends the headers without a browser binds nothing but the session that is being opened.
 */
export function companionKeeper(
  request: FastifyRequest,
  reply: FastifyReply,
  publicUrl: string,
): Ctx['keepCompanion'] {
  if (!isOwnPanel(request) || !isSameOrigin(request)) return undefined;
  const { origin } = request.headers;
  // The address that the person opened, which may differ from the public one: a browser drops Secure cookies over http.
  const isSecure = (origin?.includes('://') ? origin : publicUrl).startsWith('https:');
  return (secret) => {
    const parts = [
      `${isSecure ? secureName : plainName}=${secret ?? ''}`,
      'Path=/',
      `Max-Age=${secret === null ? 0 : sessionDays * 24 * 3600}`,
      'HttpOnly',
      'SameSite=Lax',
      ...(isSecure ? ['Secure'] : []),
    ];
    reply.header('set-cookie', parts.join('; '));
  };
}

/** Over http, except on this computer, browsers send no `Sec-Fetch-Site`; then `Origin` names the host that was asked. */
function isSameOrigin({ headers, host }: FastifyRequest): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin';
  return headers.origin === `http://${host}` || headers.origin === `https://${host}`;
}

/** The secrets that a request brings. */
export function companionsIn(cookies = ''): string[] {
  const found = cookies.matchAll(/(?:^|;\s*)(?:__Host-)?session_companion=([\w-]{43})(?=;|$)/g);
  return [...found].slice(0, maxRead).map(([, secret = '']) => secret);
}

/** The cookies of a request without all but the companion, to ask another process about its session. */
export const companionCookie = (cookies: string | undefined): string =>
  companionsIn(cookies)
    .map((secret) => `${plainName}=${secret}`)
    .join('; ');
