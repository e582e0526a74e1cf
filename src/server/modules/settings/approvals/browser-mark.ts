import { createHash, randomBytes } from 'node:crypto';
import type { Call } from '@/server/core/http/route';

/**
 * Marks the browser in which a request was prepared by a cookie that no script reads. Signing in with a second account
 * leaves it there, while colleagues behind one address and with equal browsers have marks of their own.
 */
const name = 'approval_mark';
const days = 31;

/** The hash of the browser's mark, which is given one unless it has it. */
export function markBrowser({ request, reply }: Pick<Call, 'request' | 'reply'>): string {
  const known = markIn(request.headers.cookie);
  const mark = known ?? randomBytes(32).toString('base64url');
  const secure = request.headers.origin?.startsWith('https:') ? '; Secure' : '';
  if (!known) {
    const life = `Max-Age=${days * 24 * 3600}; Path=/; HttpOnly; SameSite=Lax${secure}`;
    reply.header('set-cookie', `${name}=${mark}; ${life}`);
  }
  return hashed(mark);
}

export function isMarked({ request }: Pick<Call, 'request'>, hash: string | null): boolean {
  const mark = markIn(request.headers.cookie);
  return mark !== undefined && hash !== null && hashed(mark) === hash;
}

const markIn = (cookies = ''): string | undefined =>
  /(?:^|;\s*)approval_mark=([\w-]{43})(?=;|$)/.exec(cookies)?.[1];

const hashed = (mark: string): string => createHash('sha256').update(mark).digest('hex');
