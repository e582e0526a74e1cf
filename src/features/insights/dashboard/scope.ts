import type { Me, ShopStub } from '@/contract/accounts/auth';
import { isAllowed, withStaff } from '@/contract/core/permissions';

/** Whose dashboard it is, what of it the person may see, and where its figures lead. */
export interface DashboardScope {
  /** The whole marketplace, as an administrator sees it. */
  isMarket: boolean;
  seesMoney: boolean;
  seesOrders: boolean;
  seesGoods: boolean;
  /** The shop that everything is asked of; without one all that is the person's. */
  shop: ShopStub | undefined;
  /** Own shops, when it is all of several. */
  shops: readonly ShopStub[];
  /** Begins the addresses of lists: nothing for the marketplace, a shop's slug; undefined where several shops have several. */
  base: string | undefined;
}

/** The dashboard of a person: of one shop inside it, else of all that is theirs. */
export function scopeOf(me: Me, shop: ShopStub | undefined): DashboardScope {
  const permissions = me.permissions.map(({ name }) => name);
  const isAdmin = permissions.includes('super_admin');
  const own = [...me.shops, ...(me.managed_shop ? [me.managed_shop] : [])];
  const only = shop ?? (!isAdmin && own.length === 1 ? own[0] : undefined);
  return {
    isMarket: isAdmin && !shop,
    seesMoney: permissions.includes('store_owner') || isAdmin,
    seesOrders: isAllowed(withStaff('orders'), permissions),
    seesGoods: isAllowed(withStaff('catalogue'), permissions),
    shop: only,
    shops: isAdmin || only ? [] : own,
    base: only ? `/${encodeURIComponent(only.slug)}` : isAdmin ? '' : undefined,
  };
}

/** The address of a list with what it is narrowed to; for several shops the lines that tell them apart. */
export function addressIn(
  { base }: Pick<DashboardScope, 'base'>,
  path: string,
  query: Record<string, string> = {},
): string {
  if (base === undefined) return `/#${byShopId}`;
  const said = new URLSearchParams(query).toString();
  return `${base}${path}${said ? `?${said}` : ''}`;
}

/** Where the figures of several shops stand shop by shop. */
export const byShopId = 'by-shop';
