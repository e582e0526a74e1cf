import { type Me, ownShops, type ShopStub } from '@/contract/accounts/auth';
import { holds } from '@/contract/core/areas';
import { familyPaths } from '@/contract/core/define';
import { adminOwner, isAllowed, withStaff } from '@/contract/core/permissions';
import type { Days } from '@/contract/insights/analytics';

/** Scope of a dashboard: visible data and link targets. */
export interface DashboardScope {
  /** Whole marketplace, for administrators. */
  isMarket: boolean;
  seesMoney: boolean;
  seesOrders: boolean;
  seesGoods: boolean;
  /** Sums and counts of the period, which are the area of money. */
  seesFigures: boolean;
  /** False for a role without the area of shops. */
  seesShops: boolean;
  /** The selected shop; undefined for all the user's. */
  shop: ShopStub | undefined;
  /** Own shops when several are combined. */
  shops: readonly ShopStub[];
  /** Path prefix of lists: empty for the marketplace, a shop's slug; undefined for several shops. */
  base: string | undefined;
}

export function resolveScope(me: Me, shop: ShopStub | undefined): DashboardScope {
  const permissions = me.permissions.map(({ name }) => name);
  const isAdmin = permissions.includes('super_admin');
  const own = ownShops(me);
  const only = shop ?? (!isAdmin && own.length === 1 ? own[0] : undefined);
  return {
    isMarket: isAdmin && !shop,
    seesMoney: isAllowed(adminOwner, permissions) && holds(permissions, 'finance:read'),
    seesOrders: isAllowed(withStaff('orders'), permissions) && holds(permissions, 'orders:read'),
    seesGoods: isAllowed(withStaff('catalogue'), permissions) && holds(permissions, 'catalogue:read'),
    seesFigures: isAllowed(withStaff('orders'), permissions) && holds(permissions, 'finance:read'),
    seesShops: holds(permissions, 'shops:read'),
    shop: only,
    shops: isAdmin || only ? [] : own,
    base: only ? `/${encodeURIComponent(only.slug)}` : isAdmin ? '' : undefined,
  };
}

/** Filtered list address; for several shops an anchor to the metrics by shop. */
export function addressIn(
  { base }: Pick<DashboardScope, 'base'>,
  path: string,
  query: Record<string, string> = {},
): string {
  if (base === undefined) return `/#${byShopId}`;
  const search = new URLSearchParams(query).toString();
  return `${base}${path}${search ? `?${search}` : ''}`;
}

/** Link to a whole list; no single list covers several shops. */
export const allIn = (
  scope: DashboardScope,
  path: string,
  label: string,
  query: Record<string, string> = {},
) => (scope.base === undefined ? undefined : { href: addressIn(scope, path, query), label });

/** Page of a record for this user. */
export const recordIn = (
  { isMarket }: DashboardScope,
  family: Parameters<typeof familyPaths>[0],
  key: string | number,
  shop: { slug?: string | null } | null | undefined,
) => familyPaths(family, isMarket ? undefined : shop?.slug || undefined).details(key);

/** The shop of an exported table; without one everything the user may see. */
export const ofShop = ({ shop }: DashboardScope): Record<string, string> =>
  shop ? { shop_id: String(shop.id) } : {};

/** Filter of the orders list for revenue: placed in these days and not cancelled, or paid in them. */
export const soldFilter = (basis: string | undefined, { from, to }: Days): Record<string, string> =>
  basis === 'paid'
    ? { paid_from: from, paid_to: to }
    : { money: 'in-revenue', created_from: from, created_to: to };

/** Anchor of the metrics by shop. */
export const byShopId = 'by-shop';
