import {
  type FoundGroup,
  maxQueryLength,
  resultsPerFamily,
  type SearchAnswer,
  type SearchFamily,
  type SearchResult,
  searchFamilies,
} from '@/contract/insights/everything';
import { withOwnDigits } from '@/contract/orders/written-number';
import { type Ctx, isAdmin, ownShopIds, type UserCtx } from '@/server/core/context';
import type { Reading } from '@/server/core/db/like';
import { firstFound } from '@/server/core/db/search';
import { rejectValue } from '@/server/core/errors';
import type { JsonRecord } from '@/server/core/json-record';
import { consume } from '@/server/core/rate-limits';
import { mayUseFamily } from '@/server/core/rights/family-rights';
import type { SearchInput } from './search-input';
import { searchOrders } from './search-orders';
import { searchStaffs, searchUsers } from './search-people';
import { searchCategories, searchCoupons, searchShops } from './search-places';
import { searchProducts } from './search-products';

/** Rate limit above the fastest typing. */
const perMinute = 300;

const searches: Record<SearchFamily, (ctx: Ctx, sought: SearchInput) => Promise<SearchResult[]>> = {
  orders: searchOrders,
  products: searchProducts,
  shops: searchShops,
  users: searchUsers,
  staffs: searchStaffs,
  coupons: searchCoupons,
  categories: searchCategories,
};

/** Numbers and codes are no words. */
const readOneWay: readonly SearchFamily[] = ['orders', 'coupons'];

/**
 * `GET search?q=`: a few readable records of each family, filtered by the policies of their lists. Throws
 * VALIDATION_FAILED and TOO_MANY_REQUESTS.
 */
export async function searchEverything(ctx: UserCtx, query: JsonRecord): Promise<SearchAnswer> {
  if (typeof query.q !== 'string' || query.q.includes('\0')) rejectValue('q');
  const text = withOwnDigits(query.q).normalize('NFC').trim().replace(/\s+/g, ' ').slice(0, maxQueryLength);
  if (text === '') return { groups: [] };
  await consume(ctx, { key: `search:user:${ctx.user.id}`, hits: perMinute, minutes: 1 });
  const find = (reading: Reading) =>
    Promise.all(
      searchFamilies.map(async (family) =>
        mayUseFamily(ctx, family) && (reading === 'said' || !readOneWay.includes(family))
          ? searches[family](ctx, { text, reading, limit: resultsPerFamily + 1 })
          : [],
      ),
    );
  const [found, shop] = await Promise.all([
    firstFound(find, (all) => all.some((rows) => rows.length > 0)),
    onlyShopOf(ctx),
  ]);
  const groups = searchFamilies.map((family, place) => groupOf(ctx, family, found[place] ?? [], text, shop));
  return { groups: groups.filter(({ rows }) => rows.length > 0) };
}

function groupOf(
  ctx: Ctx,
  family: SearchFamily,
  rows: readonly SearchResult[],
  text: string,
  shop: string | undefined,
): FoundGroup {
  const hasMore = rows.length > resultsPerFamily;
  const base = isAdmin(ctx) ? `/${family}` : shop && family !== 'shops' ? `/${shop}/${family}` : null;
  const list = base && `${base}?${new URLSearchParams({ search: text })}`;
  return { family, rows: rows.slice(0, resultsPerFamily), has_more: hasMore, list: hasMore ? list : null };
}

/** Slug of the user's shop when there is exactly one. */
async function onlyShopOf(ctx: UserCtx): Promise<string | undefined> {
  const [id, ...others] = isAdmin(ctx) ? [] : ownShopIds(ctx.user);
  if (id === undefined || others.length > 0) return undefined;
  const shop = await ctx.db.selectFrom('shops').select('slug').where('id', '=', id).executeTakeFirst();
  return shop && encodeURIComponent(shop.slug);
}
