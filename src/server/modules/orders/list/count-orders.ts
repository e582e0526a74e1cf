import { sql } from 'kysely';
import { parseSearch } from '@/contract/core/search';
import { type OrderStatus, orderStatuses } from '@/contract/orders/status';
import { type OrderTab, orderTabKeys, orderTabs } from '@/contract/orders/tabs';
import { type Ctx, isAdmin } from '@/server/core/context';
import type { JsonRecord } from '@/server/core/json-record';
import { parseId } from '@/server/core/numbers';
import type { Policy } from '@/server/core/resource/policy';
import { orderShopIds, worksOnOrders } from '../policy';

/**
 * `GET orders/counts`: how many orders each tab of the list has, or how many parts of a shop (`shop_id`, alone or in
 * `search` as the list sends it). `policy` limits them like the list.
 */
export async function countTabs(
  ctx: Ctx,
  query: JsonRecord,
  policy: Policy,
): Promise<Record<OrderTab, number>> {
  const shop = shopAsked(query);
  const byStatus = await countStatuses(ctx, policy, shop);
  const sum = (statuses: readonly OrderStatus[]) =>
    statuses.reduce((total, status) => total + (byStatus.get(status) ?? 0), 0);
  const counts = orderTabKeys.map((tab) => [
    tab,
    sum(orderTabs[tab].length === 0 ? orderStatuses : orderTabs[tab]),
  ]);
  return Object.fromEntries(counts);
}

/** Undefined without a shop; 0, which no shop has, for anything but an id. */
function shopAsked(query: JsonRecord): number | undefined {
  const pair = parseSearch(String(query.search ?? '')).find(({ key }) => key === 'shop_id');
  const text = query.shop_id ?? pair?.value;
  return text === undefined ? undefined : parseId(text);
}

/**
 * Shops use the daily counts of their parts, the marketplace those of its whole orders: a shop may have hundreds of
 * thousands. A customer's few purchases are counted one by one.
 */
async function countStatuses(
  ctx: Ctx,
  policy: Policy,
  shop: number | undefined,
): Promise<Map<string, number>> {
  const shops = countedShops(ctx, shop);
  const { rows } = shops
    ? await sql<StatusCount>`select status, sum(orders)::int as count from order_days
        where shop_id = any(${shops}::bigint[]) group by status`.execute(ctx.db)
    : { rows: await countPurchases(ctx, policy, shop) };
  return new Map(rows.map(({ status, count }) => [status, Number(count)]));
}

interface StatusCount {
  status: string;
  count: number;
}

/** Ids in `order_days`, where 0 stands for whole orders; undefined for customers. */
function countedShops(ctx: Ctx, shop: number | undefined): number[] | undefined {
  if (isAdmin(ctx)) return [shop === undefined ? wholeOrders : shop || noShop];
  if (!worksOnOrders(ctx)) return undefined;
  return orderShopIds(ctx).filter((id) => shop === undefined || id === shop);
}

const wholeOrders = 0;
const noShop = -1;

function countPurchases(ctx: Ctx, policy: Policy, shop: number | undefined): Promise<StatusCount[]> {
  const own = policy(ctx, 'read');
  return ctx.db
    .selectFrom('orders')
    .select(['order_status as status', ({ fn }) => fn.countAll<number>().as('count')])
    .where('deleted_at', 'is', null)
    .where((eb) => own?.(eb) ?? eb.lit(true))
    .$if(shop !== undefined, (select) => select.where('shop_id', '=', shop ?? 0))
    .groupBy('order_status')
    .execute();
}
