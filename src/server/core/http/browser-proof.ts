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

/**
 * Only for requests of our panel from its own origin, which brings the cookie back. A browser says which origin that is,
 * and no script can; whoever sends the headers without a browser binds nothing but the session that is being opened.
 */
export function browserProofKeeper(
  request: FastifyRequest,
  reply: FastifyReply,
  publicUrl: string,
): Ctx['keepBrowserProof'] {
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

/**
 * The secrets that a request brings, as many as its cookies hold, so that others of the name push out none. Over https only
 * those that no other host of the domain can set.
 */
export function browserProofsOf(request: FastifyRequest, { publicUrl }: { publicUrl: string }): string[] {
  const isSecure = isAskedSecurely(request, publicUrl);
  const { cookie = '' } = request.headers;
  const found = cookie.matchAll(/(?:^|; ?)(__Host-)?session_companion=([\w-]{43})(?![\w-])/g);
  const own = [...found].filter(([, prefix]) => prefix !== undefined || !isSecure);
  return [...new Set(own.map(([, , secret = '']) => secret))];
}

/** Whether the browser asked over https: it says so itself, or a trusted proxy, or it is the public address. */
const isAskedSecurely = ({ protocol, host }: FastifyRequest, publicUrl: string): boolean =>
  protocol === 'https' || publicUrl.startsWith(`https://${host}`);

/** The cookie by which another process finds these secrets: it is asked within the house, without https. */
export const companionCookie = (secrets: readonly string[]): string =>
  secrets.map((secret) => `${secureName}=${secret}`).join('; ');
