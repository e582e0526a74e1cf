import type { Me } from '@/contract/accounts/auth';
import type { Capability } from '@/contract/capabilities';
import { limited } from '@/contract/core/areas';
import { isAllowed } from '@/contract/core/permissions';
import { findPageRule, isServed, type PageRule, pages } from '@/contract/pages';
import { isInRole } from '@/lib/api/capabilities';
import type { ClientError } from '@/lib/api/client-error';
import type { Credentials } from '@/lib/session/session';

export interface Visit {
  /** Next's route pattern: identifies error pages, whose address is that of the failed page. */
  pattern: string;
  /** Address without base path, language, query and hash. */
  path: string;
  /** With query and hash, for returning after sign-in. */
  fullPath: string;
  fromUrl: unknown;
  credentials: Credentials | null;
  me: Me | undefined;
  meError: ClientError | undefined;
  /** Undefined until the server has announced them. */
  capabilities: ReadonlySet<Capability> | undefined;
}

export type Access =
  | { kind: 'wait' }
  | { kind: 'open'; rule: PageRule }
  /** `wish`: where the person wanted to go, if that is an address of the panel. */
  | { kind: 'redirect'; to: string; wish?: unknown }
  | { kind: 'missing' }
  | { kind: 'denied'; rule: PageRule }
  | { kind: 'consents' }
  | { kind: 'foreign-shop' }
  | { kind: 'unsupported' }
  | { kind: 'failed'; error: ClientError };

const errorPatterns = ['/404', '/500', '/_error'];

/** Sign-in pages: signed-in users are redirected away. */
const entrances = ['/login', '/login-code', '/register'];

/**
 * Decides what an address shows: no token → login; missing permission → denied; another's shop → not found; else the
 * page. Until `me` has loaded, the cookie's permissions count.
 */
export function decideAccess(visit: Visit): Access {
  const rule = errorPatterns.includes(visit.pattern) ? pages[visit.pattern] : findPageRule(visit.path);
  if (!rule) return { kind: 'missing' };
  if (rule.allow === 'public') return publicPage(visit, rule);
  if (!visit.credentials) return { kind: 'redirect', to: toLogin(visit) };

  // Logging out is always possible.
  if (visit.pattern === '/logout') return { kind: 'open', rule };

  const { me, meError, credentials } = visit;
  if (!me && meError) return afterRefusal(meError);
  if (me?.must_consent) return { kind: 'consents' };
  const permissions = me ? permissionsOf(me) : credentials.permissions;
  if (!me && permissions.includes(limited)) return { kind: 'wait' };
  if (!isAllowed(rule.allow, permissions) || !isInRole(visit.path))
    return me ? { kind: 'denied', rule } : { kind: 'wait' };
  if (rule.layout.startsWith('shop') && !permissions.includes('super_admin')) {
    if (!me) return { kind: 'wait' };
    if (!isOwnShop(visit.path, me)) return { kind: 'foreign-shop' };
  }
  const { capabilities } = visit;
  if (capabilities ? !isServed(visit.path, rule, capabilities) : rule.needs)
    return { kind: capabilities ? 'unsupported' : 'wait' };
  return { kind: 'open', rule };
}

/** First segment of an address: the slug of the shop on pages inside one. */
export function parseShopSlug(path: string): string {
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

/** Two errors of `me` have their own page. */
function afterRefusal(error: ClientError): Access {
  if (error.status === 401) return { kind: 'wait' };
  if (error.status === 417) return { kind: 'redirect', to: '/verify-license' };
  if (error.code !== 'EMAIL_NOT_VERIFIED') return { kind: 'failed', error };
  return { kind: 'redirect', to: '/verify-email' };
}

/** Signed-in users on the login page continue to where they wanted to go. */
function publicPage(visit: Visit, rule: PageRule): Access {
  if (visit.pattern === '/verify-email') return verifyPage(visit, rule);
  if (visit.pattern === '/verify-license' && visit.me) return { kind: 'redirect', to: '/' };
  if (!entrances.includes(visit.pattern) || !visit.credentials) return { kind: 'open', rule };
  return { kind: 'redirect', to: '/', wish: visit.fromUrl };
}

/** Links in e-mails lead here, in any browser; otherwise for signed-in, unconfirmed accounts. */
function verifyPage(visit: Visit, rule: PageRule): Access {
  const verified = /[?&]verified=([01])\b/.exec(visit.fullPath)?.[1];
  if (visit.me && verified !== '1') return { kind: 'redirect', to: '/' };
  if (!visit.credentials && verified === undefined) return { kind: 'redirect', to: toLogin(visit) };
  return { kind: 'open', rule };
}

function toLogin(visit: Visit) {
  if (visit.pattern === '/logout') return '/login';
  // As the server's gate writes it: without the hash, and nothing for the home page.
  const wanted = visit.fullPath.split('#', 1)[0] ?? '/';
  return wanted === '/' ? '/login' : `/login?from_url=${encodeURIComponent(wanted)}`;
}

function isOwnShop(path: string, me: Me): boolean {
  const slug = parseShopSlug(path);
  return me.shops.some((shop) => shop.slug === slug) || me.managed_shop?.slug === slug;
}
