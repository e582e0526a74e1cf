import { ownValue } from '@/contract/core/own-value';
import { familyPages, ownFamilies, screenAccess } from '@/contract/family-pages';
import type { Capability } from '../capabilities';
import type { Screen } from '../core/define';
import {
  type Allow,
  adminOnly,
  adminOwner,
  adminOwnerStaff,
  isAllowed,
  moneyReaders,
  ownerOnly,
  ownerStaff,
  signedIn,
  withStaff,
} from '../core/permissions';

/** Layout of a page: shell of the role, shell of a shop, a shop's page without a shell, sign-in card, or none. */
export type PageLayout = 'app' | 'shop' | 'shop-full' | 'auth' | 'none';

export interface PageRule {
  allow: Allow;
  layout: PageLayout;
  /** The page needs this capability of the server. */
  needs?: Capability;
}

const root = (allow: Allow, needs?: Capability): PageRule => ({
  allow,
  layout: 'app',
  ...(needs && { needs }),
});
const inShop = (allow: Allow, needs?: Capability): PageRule => ({ ...root(allow, needs), layout: 'shop' });

/**
 * Pages that are not screens of a declared family, by Next's route pattern. One table for the gate, the browser and the
 * menu; a page that is missing here is closed to everybody (rules/core: nothing is open by omission).
 */
export const pages: Record<string, PageRule> = {
  '/': root(adminOwnerStaff),
  '/login': { allow: 'public', layout: 'auth' },
  '/logout': { allow: signedIn, layout: 'none' },
  '/access-denied': { allow: 'public', layout: 'none' },
  '/404': { allow: 'public', layout: 'none' },
  '/500': { allow: 'public', layout: 'none' },
  '/_error': { allow: 'public', layout: 'none' },
  '/login-code': { allow: 'public', layout: 'auth' },
  '/register': { allow: 'public', layout: 'auth' },
  '/forgot-password': { allow: 'public', layout: 'auth' },
  '/reset-password': { allow: 'public', layout: 'auth' },
  '/verify-email': { allow: 'public', layout: 'auth' },
  '/verify-license': { allow: 'public', layout: 'auth' },
  // Opened by people without an account.
  '/newsletter': { allow: 'public', layout: 'auth' },
  '/order-change': { allow: 'public', layout: 'auth' },
  '/orders/pay': { allow: 'public', layout: 'auth' },
  '/orders/receipt': { allow: 'public', layout: 'none' },
  '/profile': root(adminOwnerStaff),
  '/profile-update': root(adminOwnerStaff),
  '/my-shop': root(ownerStaff),
  // Of all shops of an owner together.
  '/my-shop/orders': root(ownerOnly),
  '/my-shop/products': root(ownerOnly),
  '/my-shop/refunds': root(ownerOnly),
  '/my-shops': root(adminOwner),
  '/new-shops': root(adminOnly),
  '/users/admins': root(adminOnly),
  '/users/vendors': root(adminOnly),
  '/users/vendors/pending': root(adminOnly),
  '/users/customer': root(adminOnly),
  '/users/my-staffs': root(adminOnly),
  '/users/vendor-staffs': root(adminOnly),
  '/users/permissions': root(adminOnly),
  '/roles': root(adminOnly, 'roles'),
  '/ownership-transfers': root(adminOwner),
  '/vendor/settings': root(ownerOnly),
  '/vendor/store_keepers': root(ownerOnly),
  '/settings': root(adminOnly),
  '/settings/payment': root(adminOnly),
  '/settings/seo': root(adminOnly),
  '/settings/events': root(adminOnly),
  '/settings/shop': root(adminOnly),
  '/settings/maintenance': root(adminOnly),
  '/settings/company-information': root(adminOnly),
  '/settings/services': root(adminOnly, 'services'),
  '/settings/jobs': root(adminOnly, 'jobs'),
  '/settings/outbox': root(adminOnly, 'outbox'),
  '/settings/rehearsal': root(adminOnly, 'outbox'),
  '/notice': root(ownerStaff),
  '/notify-logs': root(adminOwnerStaff),
  '/notify-logs/[id]': root(adminOwnerStaff),
  '/notify-logs/user/[id]': root(adminOwnerStaff),
  '/coupons/verify': root(adminOnly),
  '/message': root(adminOnly),
  '/message/[id]': root(adminOnly),
  '/message/conversations': { allow: adminOnly, layout: 'none' },
  '/owner-message': root(['store_owner', 'staff:feedback']),
  '/shop-message': root(['store_owner', 'staff:feedback']),
  '/shop-message/[id]': root(['store_owner', 'staff:feedback']),
  // Without the menu, as the till.
  '/orders/create': { allow: adminOnly, layout: 'none' },
  '/orders/cart': root(adminOnly),
  '/orders/checkout': root(adminOnly),
  '/orders/transaction': root(adminOnly),
  '/[shop]/orders/transaction': inShop(adminOwner),
  '/abusive_reports': root(adminOnly),
  '/abusive_reports/[id]': root(adminOnly),
  '/reports': root(adminOwnerStaff, 'saved-reports'),
  '/reports/[id]': root(adminOwnerStaff),
  '/abusive_reports/reject': { allow: adminOnly, layout: 'none' },
  '/store-notices/read': { allow: adminOnly, layout: 'none' },
  '/products/draft': root(adminOnly),
  '/products/product-stock': root(adminOnly),
  '/products/inventory': root(adminOnly),
  '/products/moderation': root(adminOnly, 'moderation'),
  '/[shop]/orders/create': { allow: withStaff('orders'), layout: 'shop-full', needs: 'shop-orders' },
  '/[shop]/till': { allow: withStaff('orders'), layout: 'shop-full', needs: 'till' },
  '/[shop]/till/shifts': inShop(withStaff('orders'), 'till'),
  '/[shop]/products/draft': inShop(withStaff('catalogue')),
  '/[shop]/products/product-stock': inShop(withStaff('catalogue')),
  '/[shop]/products/inventory': inShop(withStaff('catalogue')),
  '/[shop]/products/moderation': inShop(withStaff('catalogue'), 'moderation'),
  '/flash-sale/my-products': root(adminOwner),
  '/[shop]/flash-sale/my-products': inShop(withStaff('promotions')),
  '/[shop]': inShop(adminOwnerStaff),
  '/[shop]/edit': inShop(adminOwner),
  '/[shop]/ledger': inShop(moneyReaders, 'ledger'),
  '/ledger': root(adminOnly, 'ledger'),
  '/approvals': root(adminOwner, 'approvals'),
  '/activity': root(adminOnly, 'activity'),
  '/activity/trash': root(adminOnly, 'trash'),
  '/translations': root(adminOnly, 'translation-gaps'),
  '/[shop]/translations': inShop(withStaff('catalogue'), 'translation-gaps'),
};

/**
 * First segments of addresses, which no shop may have as its slug (rules/shops: a slug is not an address of the panel).
 */
export const reservedSlugs: readonly string[] = [
  ...new Set([
    ...Object.keys(pages).map((path) => path.split('/')[1] ?? ''),
    ...Object.keys(familyPages),
    ...['api', 'rest', 'monitoring', '_next', 'locales', 'fonts'],
  ]),
].filter((slug) => slug !== '' && !slug.startsWith('['));

/** Screen for the rest of a family's address: `[]`, `['create']`, `[id]`, `[id, 'edit']`, `[id, 'translate']`. */
export function parseScreen(segments: readonly string[]): { screen: Screen; id?: string } | undefined {
  const [first, second] = segments;
  if (first === undefined) return { screen: 'list' };
  if (segments.length === 1)
    return first === 'create' ? { screen: 'create' } : { screen: 'details', id: first };
  if (segments.length > 2) return undefined;
  if (second === 'edit' || second === 'translate') return { screen: second, id: first };
  return undefined;
}

/** Rule of the page at an address without base path, language and query; undefined when there is no such page. */
export function findPageRule(path: string): PageRule | undefined {
  const segments = path.split('/').filter(Boolean).map(decodeSegment);
  const exact = ownValue(pages, `/${segments.join('/')}`);
  if (exact) return exact;
  // Details outside the families: a conversation, the notifications of a user.
  const numbered =
    /^\d+$/.test(segments.at(-1) ?? '') && ownValue(pages, `/${segments.slice(0, -1).join('/')}/[id]`);
  if (numbered) return numbered;

  const [first = '', second] = segments;
  if (first.startsWith('[')) return undefined;
  if (Object.hasOwn(familyPages, first)) return familyRule(first, segments.slice(1), false);
  if (reservedSlugs.includes(first)) return undefined;

  if (second === undefined) return pages['/[shop]'];
  const shopPage = ownValue(pages, `/[shop]/${segments.slice(1).join('/')}`);
  if (shopPage) return shopPage;
  return familyRule(second, segments.slice(2), true);
}

/** True when the page exists, these permissions open it, and the server has its capability. */
export function mayOpen(
  path: string,
  permissions: readonly string[],
  capabilities?: ReadonlySet<Capability>,
): boolean {
  const rule = findPageRule(path);
  if (!rule || !isAllowed(rule.allow, permissions)) return false;
  return !capabilities || isServed(path, rule, capabilities);
}

/** True when the server has what the page at the address shows. */
export function isServed(path: string, { needs }: PageRule, known: ReadonlySet<Capability>): boolean {
  const [, first = '', ...rest] = path.split('/');
  const inside = reservedSlugs.includes(first) ? [first, ...rest] : rest;
  const lacks = (page: string | undefined) => known.has(`no ${page}`);
  return (!needs || known.has(needs)) && !lacks(inside[0]) && !lacks(inside.join('/'));
}

function familyRule(family: string, rest: readonly string[], shop: boolean): PageRule | undefined {
  const found = parseScreen(rest);
  const allow = found && screenAccess(family, found.screen, shop);
  // A family that is no part of the dialect is listed among the capabilities.
  const needs = Object.hasOwn(ownFamilies, family) ? (family as Capability) : undefined;
  return allow && (shop ? inShop(allow, needs) : root(allow, needs));
}

/** A part of an address; one that is no valid code stays as it is. */
export function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
