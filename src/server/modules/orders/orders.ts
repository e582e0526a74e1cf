import { type SqlBool, sql } from 'kysely';
import { parseSearch } from '@/contract/core/search';
import { orders } from '@/contract/orders';
import { type Ctx, isAdmin, type UserCtx } from '@/server/core/context';
import { AppError } from '@/server/core/errors';
import type { ServiceOptions } from '@/server/core/resource/options';
import type { Policy } from '@/server/core/resource/policy';
import type { JsonRecord } from '@/server/core/resource/query';
import { type ResourceService, resourceService } from '@/server/core/resource/service';
import { changeStatus, removeOrder } from './move-order';
import { boughtPolicy, orderPolicy, readsOrder, worksOnOrders } from './policy';
import { alongOrders, orderDetails, presentOrders } from './presenter';
import { countedInLines, foundInLines, orderConditions, shopsApart } from './search/order-list-search';
import { isOrderNumber } from './search/order-search';

/** What the engine's parts know of whole orders, or of shops' parts. */
export function orderOptions(isPart: boolean): ServiceOptions {
  const policy: Policy = (ctx, purpose) => {
    const own = orderPolicy(ctx, purpose);
    return (eb) => eb.and([eb('parent_id', isPart ? 'is not' : 'is', null), ...(own ? [own(eb)] : [])]);
  };
  return {
    table: 'orders',
    policy,
    relations: { shop: { column: 'shop_id', table: 'shops' } },
    include: alongOrders,
    conditions: orderConditions(isPart),
    present: presentOrders,
  };
}

/** For lists of all that administrators see, or of all parts of shops. */
function searchedInLines(isPart: boolean): Pick<ServiceOptions, 'countSource' | 'candidateIds'> {
  return {
    countSource: (ctx, query) => countedInLines(ctx, query, isPart),
    candidateIds: (ctx, query) => foundInLines(ctx, query, isPart),
  };
}

const whole = resourceService(orders, orderOptions(false));
const wholeOfAdmin = resourceService(orders, {
  ...orderOptions(false),
  ...searchedInLines(false),
  dailyRowCounts: () => 'orders',
});
const parts = resourceService(orders, {
  ...orderOptions(true),
  ...searchedInLines(true),
  unionBranches: (ctx, query) =>
    shopsApart(ctx, query)?.map((shop) => sql<SqlBool>`orders.shop_id = ${shop}`),
});
const bought = resourceService(orders, { ...orderOptions(false), policy: boughtPolicy });

/** Shops' parts are for who works in shops, and for administrators who ask for a shop; whole orders for all others. */
export function listsParts(ctx: Ctx, query: JsonRecord): boolean {
  if (!isAdmin(ctx)) return worksOnOrders(ctx);
  const asked = [...Object.keys(query), ...parseSearch(String(query.search ?? '')).map(({ key }) => key)];
  return asked.some((key) => shopKeys.includes(key));
}

const shopKeys: readonly string[] = ['shop', 'shop_id', 'shop.slug'];

/** Who works on orders and names themselves as the customer asks for what they bought. */
function asksForOwn({ user }: Ctx, query: JsonRecord): boolean {
  const pair = parseSearch(String(query.search ?? '')).find(({ key }) => key === 'customer_id');
  return user !== null && String(query.customer_id ?? pair?.value) === String(user.id);
}

function serviceOf(ctx: Ctx, query: JsonRecord) {
  if (!listsParts(ctx, query)) return isAdmin(ctx) ? wholeOfAdmin : whole;
  return !isAdmin(ctx) && asksForOwn(ctx, query) ? bought : parts;
}

const refuse = async (): Promise<never> => {
  throw new AppError('ACTION_NOT_VALID');
};

function signedIn(ctx: Ctx): UserCtx {
  if (!ctx.user) throw new AppError('NOT_AUTHENTICATED');
  return { ...ctx, user: ctx.user };
}

/**
 * Orders and their parts (reference entities E50). They are placed at the checkout and moved in numbers by doors of their
 * own; what else families can do and orders cannot throws ACTION_NOT_VALID.
 */
export const ordersService: ResourceService = {
  ...whole,
  list: (ctx, query) => serviceOf(ctx, query).list(ctx, query),
  exportList: (ctx, query) => serviceOf(ctx, query).exportList(ctx, query),
  get: getOrder,
  create: refuse,
  update: async (ctx, key, body) => changeStatus(signedIn(ctx), key, body),
  remove: async (ctx, key) => removeOrder(signedIn(ctx), key),
  restore: refuse,
  bulkRemove: refuse,
  bulkSet: refuse,
  bulkUndo: refuse,
};

/** An order by its id or its number, with everything that its details show. Throws NOT_FOUND for another's. */
async function getOrder(ctx: Ctx, key: string): Promise<JsonRecord> {
  if (isOrderNumber(key)) return orderByNumber(ctx, key);
  return /^\d{1,15}$/.test(key) ? ownOrder(ctx, 'id', Number(key)) : rejectKey();
}

/** `GET orders/tracking-number/{n}`. Throws NOT_FOUND. */
export async function orderByNumber(ctx: Ctx, number: string): Promise<JsonRecord> {
  return isOrderNumber(number) ? ownOrder(ctx, 'tracking_number', number) : rejectKey();
}

async function ownOrder(
  ctx: Ctx,
  column: 'id' | 'tracking_number',
  key: number | string,
): Promise<JsonRecord> {
  const own = readsOrder(ctx, 'read');
  const row = await ctx.db
    .selectFrom('orders')
    .select('id')
    .where(column, '=', key)
    .where('deleted_at', 'is', null)
    .$if(own !== undefined, (query) => query.where((eb) => own?.(eb) ?? eb.lit(true)))
    .executeTakeFirst();
  return row ? { ...(await orderDetails(ctx, row.id)) } : rejectKey();
}

function rejectKey(): never {
  throw new AppError('NOT_FOUND');
}
