import { sql } from 'kysely';
import { parseSearch } from '@/contract/core/search';
import { type OrderStatus, orderStatuses } from '@/contract/orders/status';
import { type OrderTab, orderTabKeys, orderTabs } from '@/contract/orders/tabs';
import { type Ctx, isAdmin } from '@/server/core/context';
import type { JsonRecord } from '@/server/core/json-record';
import { parseId } from '@/server/core/numbers';
import type { Policy } from '@/server/core/resource/policy';
import { toIdArray } from '@/server/core/resource/relations';
import { orderShopIds, worksOnOrders } from '../policy';

/**
 * `GET orders/counts`: how many orders each tab of the list has, or how many parts of a shop (`shop_id`, alone or in
 * `search` as the list sends it) or of several (`shop.slug`). `policy` limits them like the list.
 */
export async function countTabs(
  ctx: Ctx,
  query: JsonRecord,
  policy: Policy,
): Promise<Record<OrderTab, number>> {
  const byStatus = await countStatuses(ctx, policy, await shopsAsked(ctx, query));
  const sum = (statuses: readonly OrderStatus[]) =>
    statuses.reduce((total, status) => total + (byStatus.get(status) ?? 0), 0);
  const counts = orderTabKeys.map((tab) => [
    tab,
    sum(orderTabs[tab].length === 0 ? orderStatuses : orderTabs[tab]),
  ]);
  return Object.fromEntries(counts);
}

/** Undefined without a shop; 0, which no shop has, for anything but an id. */
async function shopsAsked(ctx: Ctx, query: JsonRecord): Promise<number[] | undefined> {
  const pairs = parseSearch(String(query.search ?? ''));
  const asked = (name: string) => query[name] ?? pairs.find(({ key }) => key === name)?.value;
  const [id, slugs] = [asked('shop_id'), asked('shop.slug')];
  if (id !== undefined) return [parseId(id)];
  if (slugs === undefined) return undefined;
  const named = ctx.db.selectFrom('shops').select('id').where('slug', 'in', String(slugs).split(','));
  return (await named.execute()).map((shop) => shop.id);
}

/**
 * Shops use the daily counts of their parts, the marketplace those of its whole orders: a shop may have hundreds of
 * thousands. A customer's few purchases are counted one by one.
 */
async function countStatuses(
  ctx: Ctx,
  policy: Policy,
  asked: readonly number[] | undefined,
): Promise<Map<string, number>> {
  const shops = countedShops(ctx, asked);
  const { rows } = shops
    ? await sql<StatusCount>`select status, sum(orders)::int as count from order_days
        where shop_id = any(${shops}::bigint[]) group by status`.execute(ctx.db)
    : { rows: await countPurchases(ctx, policy, asked) };
  return new Map(rows.map(({ status, count }) => [status, Number(count)]));
}

interface StatusCount {
  status: string;
  count: number;
}

/** Ids in `order_days`, where 0 stands for whole orders; undefined for customers. */
function countedShops(ctx: Ctx, asked: readonly number[] | undefined): number[] | undefined {
  if (isAdmin(ctx)) return asked?.map((id) => id || noShop) ?? [wholeOrders];
  if (!worksOnOrders(ctx)) return undefined;
  return orderShopIds(ctx).filter((id) => asked?.includes(id) ?? true);
}

const wholeOrders = 0;
const noShop = -1;

function countPurchases(
  ctx: Ctx,
  policy: Policy,
  asked: readonly number[] | undefined,
): Promise<StatusCount[]> {
  const own = policy(ctx, 'read');
  return ctx.db
    .selectFrom('orders')
    .select(['order_status as status', ({ fn }) => fn.countAll<number>().as('count')])
    .where('deleted_at', 'is', null)
    .where((eb) => own?.(eb) ?? eb.lit(true))
    .$if(asked !== undefined, (select) =>
      select.where('shop_id', '=', sql<number>`any(${toIdArray(asked ?? [])})`),
    )
    .groupBy('order_status')
    .execute();
}
