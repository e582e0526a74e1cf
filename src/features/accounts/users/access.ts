import { type ResourceName, resourceNames, resources } from '@/contract';
import type { ResourceAction, Screen } from '@/contract/core/define';
import { type Allow, isAllowed, type Permission } from '@/contract/core/permissions';
import { familyPages } from '@/contract/family-pages';
import { pages } from '@/contract/pages';

/** Whether an action is allowed, and why: the permissions that allow it, or would. */
export interface AccessDecision {
  isAllowed: boolean;
  isPublic: boolean;
  /** If allowed, the person's permissions that allow it; otherwise those that would. */
  by: readonly Permission[];
}

export const screens = ['list', 'create', 'edit', 'translate', 'details'] as const satisfies Screen[];
export const actions = ['list', 'read', 'create', 'update', 'remove'] as const satisfies ResourceAction[];

/** Allowed actions in a family; undefined where there is no such screen. */
export interface FamilyAccess<Column extends string> {
  family: ResourceName;
  cells: Record<Column, AccessDecision | undefined>;
}

/** The same check that the gate and the API make on the same lists (contract/permissions). */
export function judge(allow: Allow, held: readonly string[]): AccessDecision {
  if (allow === 'public') return { isAllowed: true, isPublic: true, by: [] };
  const may = isAllowed(allow, held);
  return { isAllowed: may, isPublic: false, by: may ? allow.filter((one) => held.includes(one)) : allow };
}

/** Pages outside the families, with the key of their name or the address; public sign-in pages are left out. */
export function pageAccess(held: readonly string[]) {
  return Object.entries(pages)
    .filter(([, { layout }]) => layout === 'app' || layout === 'shop')
    .map(([path, { allow }]) => ({ path, name: nameOf(path) ?? path, verdict: judge(allow, held) }));
}

export function screenAccess(held: readonly string[], place: 'root' | 'shop'): FamilyAccess<Screen>[] {
  return resourceNames.flatMap((family) => {
    const access = familyPages[family][place];
    if (!access) return [];
    return [{ family, cells: cellsOf(screens, access, held) }];
  });
}

/** API actions allowed to a person; which rows depends on their shops. */
export function actionAccess(held: readonly string[]): FamilyAccess<ResourceAction>[] {
  return resourceNames.map((family) => ({
    family,
    cells: cellsOf(actions, resources[family].allow, held),
  }));
}

function cellsOf<Column extends string>(
  columns: readonly Column[],
  allows: Partial<Record<Column, Allow>>,
  held: readonly string[],
) {
  const cells = columns.map((column) => [column, allows[column] && judge(allows[column], held)]);
  return Object.fromEntries(cells) as FamilyAccess<Column>['cells'];
}

/** A page of a shop or of one record has the name of the common one, unless it has its own. */
const nameOf = (path: string) => pageNames[path] ?? pageNames[path.replace(/\/\[(shop|id)\]/g, '')];

/** Names of pages as in the menus. */
const pageNames: Record<string, string> = {
  '/': 'common:sidebar-nav-item-dashboard',
  '/orders/create': 'common:sidebar-nav-item-create-order',
  '/orders/cart': 'common:text-order-cart',
  '/orders/checkout': 'common:text-order-checkout',
  '/orders/transaction': 'common:text-transactions',
  '/[shop]/till/shifts': 'common:text-till-shifts',
  '/ledger': 'common:text-platform-ledger',
  '/translations': 'common:text-translations',
  '/roles': 'common:text-roles',
  '/approvals': 'common:text-approvals',
  '/reports': 'common:text-reports',
  '/[shop]/ledger': 'common:text-ledger',
  '/notice': 'common:sidebar-nav-item-store-notice',
  '/notify-logs': 'common:form-title-all-notifications',
  '/notify-logs/user': 'common:form-title-all-notifications',
  '/message': 'common:sidebar-nav-item-message',
  '/owner-message': 'common:sidebar-nav-item-message',
  '/shop-message': 'common:sidebar-nav-item-message',
  '/profile': 'common:text-profile',
  '/profile-update': 'accounts:people.explorer.profile-update',
  '/my-shop': 'common:sidebar-nav-item-my-shops',
  '/my-shop/orders': 'accounts:people.explorer.my-shop-orders',
  '/my-shop/products': 'accounts:people.explorer.my-shop-products',
  '/my-shop/refunds': 'accounts:people.explorer.my-shop-refunds',
  '/my-shops': 'common:text-all-my-shops',
  '/new-shops': 'common:text-inactive-shops',
  '/users/admins': 'common:text-admin-list',
  '/users/vendors': 'common:text-all-vendors',
  '/users/vendors/pending': 'common:text-pending-vendors',
  '/users/customer': 'common:text-customers',
  '/users/my-staffs': 'common:sidebar-nav-item-my-staffs',
  '/users/vendor-staffs': 'common:sidebar-nav-item-vendor-staffs',
  '/users/permissions': 'common:text-permission-explorer',
  '/ownership-transfers': 'common:text-ownership-transfers',
  '/vendor/settings': 'common:sidebar-nav-item-owner-settings',
  '/vendor/store_keepers': 'common:sidebar-nav-item-store-keepers',
  '/settings': 'common:sidebar-nav-item-settings',
  '/coupons/verify': 'common:text-verify-coupon',
  '/settings/shop': 'common:text-shop-settings',
  '/settings/payment': 'common:text-payment-settings',
  '/settings/seo': 'common:text-seo-settings',
  '/settings/events': 'common:text-events-settings',
  '/settings/maintenance': 'common:text-maintenance-settings',
  '/settings/company-information': 'common:text-company-settings',
  '/settings/services': 'common:text-outside-services',
  '/settings/jobs': 'common:text-background-jobs',
  '/settings/outbox': 'common:text-demo-outbox',
  '/settings/rehearsal': 'common:text-rehearsal',
  '/activity': 'common:text-activity',
  '/activity/trash': 'common:text-trash',
  '/abusive_reports': 'common:text-abuse-report',
  '/products/draft': 'common:text-my-draft-products',
  '/products/product-stock': 'common:text-all-out-of-stock',
  '/products/inventory': 'common:text-inventory',
  '/products/moderation': 'common:text-moderation',
  '/[shop]/products/draft': 'common:text-my-draft',
  '/flash-sale/my-products': 'common:text-my-products-in-deals',
  '/[shop]': 'accounts:people.explorer.shop-home',
  '/[shop]/edit': 'accounts:people.explorer.shop-edit',
};
