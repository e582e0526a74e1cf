import { familyPages, screenAccess } from '@/contract/family-pages';
import type { Screen } from '../core/define';
import { findPageRule, pages, parseScreen, reservedSlugs } from './index';

/** Fallback screens for one that a family does not have, nearest first. */
const instead: Record<Screen, readonly Screen[]> = {
  list: [],
  create: ['list'],
  edit: ['details', 'list'],
  translate: ['edit', 'details', 'list'],
  details: ['edit', 'list'],
};

/** Lists whose rows are not created in forms. */
const otherLists = /^\/(message|shop-message|notify-logs|abusive_reports)\/([^/]+)(\/(?:edit|translate))?$/;

/**
 * Redirect for an address that the specification gives every family (§2) but this family lacks: to the list or details
 * where rows are written, edited and answered in dialogs, to the form where nothing is translatable, and to the root for a family
 * without pages in a shop. Undefined for any other address. `path` is without base path, language and query.
 */
export function movedTo(path: string): string | undefined {
  const [, list, key = ''] = otherLists.exec(path) ?? [];
  if (findPageRule(path)) return undefined;
  if (list) return /^\d+$/.test(key) && findPageRule(`/${list}/${key}`) ? `/${list}/${key}` : `/${list}`;

  const segments = path.split('/').slice(1);
  const [first = ''] = segments;
  const isInShop = !Object.hasOwn(familyPages, first);
  // A route pattern is not a slug.
  if (isInShop && (reservedSlugs.includes(first) || /^(\[|%5B)/i.test(first))) return undefined;
  const [family = '', ...rest] = isInShop ? segments.slice(1) : segments;
  const found = parseScreen(rest);
  if (!found || found.screen === 'list') return undefined;

  const hasShop = isInShop && screenAccess(family, 'list', true) !== undefined;
  const screen = [found.screen, ...instead[found.screen]].find((one) => screenAccess(family, one, hasShop));
  return screen && `${hasShop ? `/${first}` : ''}/${family}${tailOf(screen, found.id)}`;
}

/** Pages for all shops that each shop has of its own. */
const pagesOfShops = [
  '/products',
  '/products/create',
  '/orders',
  '/reviews',
  '/questions',
  '/refunds',
  '/coupons',
  '/withdraws',
];

/**
 * Where a shop's people find what an administrator's page shows: below their shop, or among their shops when there are
 * several. Undefined for a page without a counterpart.
 */
export function shopCounterpart(path: string, shops: readonly string[] = []): string | undefined {
  if (pagesOfShops.includes(path) && shops.length > 0) {
    if (shops.length === 1) return `/${encodeURIComponent(String(shops[0]))}${path}`;
    return Object.hasOwn(pages, `/my-shop${path}`) ? `/my-shop${path}` : '/my-shops';
  }
  if (path === '/message/conversations') return '/owner-message';
  if (path === '/store-notices/read') return '/notice';
  const [isMessages, id] = /^\/message(?:\/(\d+))?$/.exec(path) ?? [];
  if (isMessages === undefined) return undefined;
  return id === undefined ? '/owner-message' : `/shop-message/${id}`;
}

function tailOf(screen: Screen, id = ''): string {
  if (screen === 'list') return '';
  if (screen === 'create') return '/create';
  return screen === 'details' ? `/${id}` : `/${id}/${screen}`;
}
