import { type SqlBool, sql } from 'kysely';
import { parseSearch } from '@/contract/core/search';
import { orders } from '@/contract/orders';
import { type Ctx, isAdmin, type UserCtx } from '@/server/core/context';
import { AppError } from '@/server/core/errors';
import type { ServiceOptions } from '@/server/core/resource/options';
import type { Policy } from '@/server/core/resource/policy';
import type { JsonRecord } from '@/server/core/resource/query';
import { type ResourceService, resourceService } from '@/server/core/resource/service';
import { countTabs } from './count-orders';
import { changeStatus, removeOrder } from './move-order';
import { orderContents } from './order-contents';
import { boughtPolicy, orderPolicy, readableOrders, worksOnOrders } from './policy';
import { orderDetails, orderIncludes, presentOrders } from './presenter';
import {
  orderConditions,
  searchCandidates,
  searchCountSource,
  shopBranches,
} from './search/order-list-search';
import { isOrderNumber } from './search/order-search';

/** Engine options for whole orders, or for the parts of shops. */
export function orderOptions(isPart: boolean): ServiceOptions & { policy: Policy } {
  const policy: Policy = (ctx, purpose) => {
    const own = orderPolicy(ctx, purpose);
    return (eb) => eb.and([eb('parent_id', isPart ? 'is not' : 'is', null), ...(own ? [own(eb)] : [])]);
  };
  return {
    table: 'orders',
    policy,
    relations: { shop: { column: 'shop_id', table: 'shops' } },
    include: orderIncludes,
    conditions: orderConditions(isPart),
    present: presentOrders,
  };
}

/** For lists without a row filter per customer: all whole orders of the marketplace, or the parts of shops. */
function searchOptions(isPart: boolean): Pick<ServiceOptions, 'countSource' | 'candidateIds'> {
  return {
    countSource: (ctx, query) => searchCountSource(ctx, query, isPart),
    candidateIds: (ctx, query) => searchCandidates(ctx, query, isPart),
  };
}

/** The service of each list; `more` adds includes to its rows. */
function enginesWith(more: ServiceOptions['include']) {
  const options = (isPart: boolean): ServiceOptions => ({
    ...orderOptions(isPart),
    include: { ...orderIncludes, ...more },
  });
  return {
    whole: resourceService(orders, options(false)),
    wholeOfAdmin: resourceService(orders, {
      ...options(false),
      ...searchOptions(false),
      dailyRowCounts: () => 'orders',
    }),
    parts: resourceService(orders, {
      ...options(true),
      ...searchOptions(true),
      unionBranches: (ctx, query) =>
        shopBranches(ctx, query)?.map((shop) => sql<SqlBool>`orders.shop_id = ${shop}`),
    }),
    bought: resourceService(orders, { ...options(false), policy: boughtPolicy }),
  };
}

const listed = enginesWith(orderContents);
// A file of a hundred thousand orders has no column for their goods.
const exported = enginesWith({});

/**
 * Users who handle orders list parts, and so do administrators who filter by a shop; everybody else lists whole
 * orders.
 */
export function listsParts(ctx: Ctx, query: JsonRecord): boolean {
  if (!isAdmin(ctx)) return worksOnOrders(ctx);
  const filters = Object.keys(query).filter((key) => query[key] !== '');
  const keys = [...filters, ...parseSearch(String(query.search ?? '')).map(({ key }) => key)];
  return keys.some((key) => shopKeys.includes(key));
}

const shopKeys: readonly string[] = ['shop', 'shop_id', 'shop.slug'];

/** A user who handles orders lists their own purchases by naming themselves as the customer. */
function requestsOwnPurchases({ user }: Ctx, query: JsonRecord): boolean {
  const pair = parseSearch(String(query.search ?? '')).find(({ key }) => key === 'customer_id');
  return user !== null && String(query.customer_id ?? pair?.value) === String(user.id);
}

function engineFor(engines: typeof listed, ctx: Ctx, query: JsonRecord) {
  if (!listsParts(ctx, query)) return isAdmin(ctx) ? engines.wholeOfAdmin : engines.whole;
  return !isAdmin(ctx) && requestsOwnPurchases(ctx, query) ? engines.bought : engines.parts;
}

/** `GET orders/counts`: by the filter of the list that the same query selects. */
export const orderCounts = (ctx: Ctx, query: JsonRecord) =>
  countTabs(ctx, query, orderOptions(listsParts(ctx, query)).policy);

const rejectAction = async (): Promise<never> => {
  throw new AppError('ACTION_NOT_VALID');
};

function signedIn(ctx: Ctx): UserCtx {
  if (!ctx.user) throw new AppError('NOT_AUTHENTICATED');
  return { ...ctx, user: ctx.user };
}

/**
 * Orders and their parts (reference entities E50). Orders are placed at checkout, and bulk moves have their own
 * route, so the other actions of a family throw ACTION_NOT_VALID.
 */
export const ordersService: ResourceService = {
  ...listed.whole,
  list: (ctx, query) => engineFor(listed, ctx, query).list(ctx, query),
  exportList: (ctx, query) => engineFor(exported, ctx, query).exportList(ctx, query),
  get: getOrder,
  create: rejectAction,
  update: async (ctx, key, body) => changeStatus(signedIn(ctx), key, body),
  remove: async (ctx, key) => removeOrder(signedIn(ctx), key),
  restore: rejectAction,
  bulkRemove: rejectAction,
  bulkSet: rejectAction,
  bulkUndo: rejectAction,
};

/** By id or number, with everything the details screen shows. Throws NOT_FOUND for orders the user may not read. */
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
  const own = readableOrders(ctx, 'read');
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
