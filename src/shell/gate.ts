import type { Me } from '@/contract/accounts/auth';
import { type PageRule, pages, ruleOf } from '@/contract/core/pages';
import { isAllowed } from '@/contract/core/permissions';
import type { ClientError } from '@/lib/api/errors';
import { safeFromUrl } from '@/lib/session/from-url';
import type { Credentials } from '@/lib/session/session';

export interface Visit {
  /** Next's route pattern: tells the error pages, whose address is that of the page that failed. */
  pattern: string;
  /** Address without base path, language, query and hash. */
  path: string;
  /** The same with query and hash, to come back to. */
  fullPath: string;
  fromUrl: unknown;
  credentials: Credentials | null;
  me: Me | undefined;
  meError: ClientError | undefined;
}

export type Access =
  | { kind: 'wait' }
  | { kind: 'open'; rule: PageRule }
  | { kind: 'redirect'; to: { pathname: string; query?: { from_url: string } } | string }
  | { kind: 'missing' }
  | { kind: 'denied' }
  | { kind: 'foreign-shop' }
  | { kind: 'failed'; error: ClientError };

const errorPatterns = ['/404', '/500', '/_error'];

/** Ways of getting in: who is in has no use for them. */
const entrances = ['/login', '/login-code', '/register'];

/**
 * What a visitor of an address gets (specification §4, §6): no token → login; token without a matching permission →
 * unauthorised; a shop that is not theirs → not found; else the page. Until `me` has answered the cookie speaks for it.
 */
export function decideAccess(visit: Visit): Access {
  const rule = errorPatterns.includes(visit.pattern) ? pages[visit.pattern] : ruleOf(visit.path);
  if (!rule) return { kind: 'missing' };
  if (rule.allow === 'public') return publicPage(visit, rule);
  if (!visit.credentials) return { kind: 'redirect', to: toLogin(visit) };

  // The way out stays open, whatever else is wrong.
  if (visit.pattern === '/logout') return { kind: 'open', rule };

  const { me, meError, credentials } = visit;
  if (!me && meError) return afterRefusal(meError);
  const permissions = me ? permissionsOf(me) : credentials.permissions;
  if (!isAllowed(rule.allow, permissions)) return me ? { kind: 'denied' } : { kind: 'wait' };
  if (rule.layout === 'shop' && !permissions.includes('super_admin')) {
    if (!me) return { kind: 'wait' };
    if (!isOwnShop(visit.path, me)) return { kind: 'foreign-shop' };
  }
  return { kind: 'open', rule };
}

/** First segment of an address: the slug of the shop on pages inside one. */
export function shopSlugOf(path: string): string {
  const segment = path.split('/')[1] ?? '';
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

function permissionsOf(me: Me): string[] {
  return me.permissions.map((permission) => permission.name);
}

/** Two refusals of `me` have a page of their own (reference pages §3.1, start-up gate). */
function afterRefusal(error: ClientError): Access {
  if (error.status === 401) return { kind: 'wait' };
  if (error.status === 417) return { kind: 'redirect', to: '/verify-license' };
  if (error.code !== 'EMAIL_NOT_VERIFIED') return { kind: 'failed', error };
  return { kind: 'redirect', to: '/verify-email' };
}

/** The one who is signed in has nothing to do on the login page; where they wanted to go is where they go. */
function publicPage(visit: Visit, rule: PageRule): Access {
  if (visit.pattern === '/verify-email') return verifyPage(visit, rule);
  if (visit.pattern === '/verify-license' && visit.me) return { kind: 'redirect', to: '/' };
  if (!entrances.includes(visit.pattern) || !visit.credentials) return { kind: 'open', rule };
  return { kind: 'redirect', to: safeFromUrl(visit.fromUrl) ?? '/' };
}

/** Links of letters lead here, opened in any browser; else it is for who is signed in and not confirmed. */
function verifyPage(visit: Visit, rule: PageRule): Access {
  const verified = /[?&]verified=([01])\b/.exec(visit.fullPath)?.[1];
  if (visit.me && verified !== '1') return { kind: 'redirect', to: '/' };
  if (!visit.credentials && verified === undefined) return { kind: 'redirect', to: toLogin(visit) };
  return { kind: 'open', rule };
}

function toLogin(visit: Visit) {
  if (visit.pattern === '/logout') return '/login';
  // The router encodes the value.
  return { pathname: '/login', query: { from_url: visit.fullPath } };
}

function isOwnShop(path: string, me: Me): boolean {
  const slug = shopSlugOf(path);
  return me.shops.some((shop) => shop.slug === slug) || me.managed_shop?.slug === slug;
}
