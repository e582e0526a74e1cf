import { parseSearch } from '@/contract/core/search';
import { type OrderStatus, orderStatuses } from '@/contract/orders/status';
import { type OrderTab, orderTabKeys, orderTabs } from '@/contract/orders/tabs';
import { type Ctx, isAdmin } from '@/server/core/context';
import { countListed } from '@/server/core/resource/daily-row-counts';
import type { Policy } from '@/server/core/resource/policy';
import type { JsonRecord } from '@/server/core/resource/query';

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
  if (text === undefined) return undefined;
  return /^\d{1,15}$/.test(String(text)) ? Number(text) : 0;
}

/**
 * One index-only scan. Of all orders of the marketplace the completed ones, by far the most, are not counted one by
 * one: they are what the others leave of the total.
 */
async function countStatuses(
  ctx: Ctx,
  policy: Policy,
  shop: number | undefined,
): Promise<Map<string, number>> {
  const own = policy(ctx, 'read');
  const isOfAll = isAdmin(ctx) && shop === undefined;
  const others = orderStatuses.filter((status) => status !== 'order-completed');
  const rows = await ctx.db
    .selectFrom('orders')
    .select(['order_status', ({ fn }) => fn.countAll<number>().as('count')])
    .where('deleted_at', 'is', null)
    .$if(isOfAll, (select) => select.where('order_status', 'in', others))
    .$if(own !== undefined, (select) => select.where((eb) => own?.(eb) ?? eb.lit(true)))
    .$if(shop !== undefined, (select) => select.where('shop_id', '=', shop ?? 0))
    .groupBy('order_status')
    .execute();
  const byStatus = new Map(rows.map(({ order_status, count }) => [order_status, Number(count)]));
  if (!isOfAll) return byStatus;
  const counted = [...byStatus.values()].reduce((sum, count) => sum + count, 0);
  return byStatus.set('order-completed', (await countListed(ctx, 'orders')) - counted);
}
