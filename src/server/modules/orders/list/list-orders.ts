import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Page } from '@/contract/core/paging';
import { parseSearch } from '@/contract/core/search';
import { orders } from '@/contract/orders';
import { type Ctx, isAdmin, isOtherClient } from '@/server/core/context';
import { countByDays, pageByDays } from '@/server/core/db/daily-row-counts';
import { countQuickly, countTotal, type IdSelect } from '@/server/core/db/row-counts';
import { pageOfIds } from '@/server/core/db/search';
import type { Cell } from '@/server/core/documents/cells';
import { exportList } from '@/server/core/documents/list-csv';
import type { JsonRecord } from '@/server/core/json-record';
import { wrapPage } from '@/server/core/page-envelope';
import { visible } from '@/server/core/resource/conditions';
import {
  type ListPlan,
  listPage,
  pageRows,
  selectMatching,
  sortExpression,
} from '@/server/core/resource/list';
import { asksForAll, type CheckedList, checkList } from '@/server/core/resource/list-query';
import type { Family, ServiceOptions } from '@/server/core/resource/options';
import type { AnyDb } from '@/server/core/resource/rows';
import { orderContents, orderRefund } from '../order-contents';
import { boughtPolicy } from '../policy';
import { orderColumns, orderIncludes } from '../presenter';
import { firstPlaced, matchingEntries } from '../search/order-search';
import { listedShops, type TextSearch, toTextSearch } from './order-filters';
import { listsParts, orderOptions } from './order-options';

interface OrderList extends Family {
  asked: CheckedList;
  matching: IdSelect;
  /** All whole orders of the marketplace. */
  isEverything: boolean;
  /** Set when `order_search` alone can answer the query. */
  search?: TextSearch | undefined;
  /** The shops whose parts are listed. */
  shops?: readonly number[] | undefined;
}

/** `GET orders`: a page of whole orders, of the parts of shops, or of one's own purchases. */
export async function listOrders(ctx: Ctx, query: JsonRecord): Promise<Page<JsonRecord>> {
  const asked = checkList(orders, query, ctx);
  const list = filterOrders(ctx, query, asked, {
    ...orderIncludes,
    ...orderContents,
    ...(asksForRefund(ctx, query) && { refund: orderRefund }),
  });
  return wrapPage(orders, asked, query, await listPage(list, ctx, asked, planPage(ctx, list)));
}

/** Fronts of the dialect decide by it whether a refund may be asked for. */
const asksForRefund = (ctx: Ctx, query: JsonRecord) =>
  isOtherClient(ctx) && String(query.with).split(';').includes('refund');

/** `GET orders/export`. A file of a hundred thousand orders has no column for their goods. */
export function exportOrders(ctx: Ctx, query: JsonRecord): AsyncIterable<Cell[][]> {
  return exportList(orders, ctx, query, (asked) => {
    const list = filterOrders(ctx, query, asked, orderIncludes);
    return pageRows(list, ctx, asked, planPage(ctx, list));
  });
}

/** Pages of the orders that a list query finds, for files. Throws VALIDATION_FAILED. */
export function readOrders(
  ctx: Ctx,
  query: JsonRecord,
): (page: { page: number; limit: number }) => Promise<JsonRecord[]> {
  const checked = checkList(orders, query, ctx);
  return (page) => {
    const list = filterOrders(ctx, query, { ...checked, ...page }, {});
    return pageRows(list, ctx, list.asked, planPage(ctx, list));
  };
}

/** Filter: which orders the user lists, search keys and filters. */
function filterOrders(
  ctx: Ctx,
  query: JsonRecord,
  asked: CheckedList,
  include: NonNullable<ServiceOptions['include']>,
): OrderList {
  const isBought = requestsOwnPurchases(ctx, query);
  const isPart = listsParts(ctx, query) && !isBought;
  const options = { ...orderOptions(isPart), include, ...(isBought && { policy: boughtPolicy }) };
  // A customer's purchases are few.
  const isOfMany = isPart || isAdmin(ctx);
  return {
    resource: orders,
    options,
    asked,
    matching: selectMatching(orders, options, ctx, asked),
    isEverything: isAdmin(ctx) && !isPart && asksForAll(asked),
    search: isOfMany ? toTextSearch(ctx, asked, isPart) : undefined,
    shops: isPart ? listedShops(ctx, asked) : undefined,
  };
}

/** A user who handles orders lists their own purchases by naming themselves as the customer. */
function requestsOwnPurchases(ctx: Ctx, query: JsonRecord): boolean {
  const pair = parseSearch(String(query.search ?? '')).find(({ key }) => key === 'customer_id');
  const isOwn = ctx.user !== null && String(query.customer_id ?? pair?.value) === String(ctx.user.id);
  return isOwn && !isAdmin(ctx) && listsParts(ctx, query);
}

/** More orders with a text are not counted. */
const countedMatches = 1000;

/** Order, page and count. All orders of the marketplace have counts by day, which also reach a deep page. */
function planPage(ctx: Ctx, list: OrderList): ListPlan {
  const { matching, isEverything, search } = list;
  const order = sortExpression(orders, ctx, list.asked);
  return {
    ids: selectPage(ctx, list, order),
    order,
    columns: orderColumns,
    count: isEverything ? countByDays('orders') : countQuickly('orders', matching),
    total: async (counted) => {
      if (isEverything) return { total: counted ?? 0, isEstimate: false };
      return search
        ? countTotal(ctx, selectMatches(ctx, search), undefined, countedMatches)
        : countTotal(ctx, matching, counted);
    },
  };
}

function selectPage(ctx: Ctx, list: OrderList, order: RawBuilder<unknown>): Expression<unknown> {
  const { asked, matching, isEverything, search, shops } = list;
  const isByTime = asked.orderBy === 'created_at';
  if (search && isByTime) return pageOfIds(selectFirst(ctx, list, search), asked, order);
  if (isEverything && isByTime) return pageByDays('orders', matching, asked);
  // In the order of names what matches lies together, so that a shop would be read up to there.
  const isFoundByName = search && asked.orderBy === 'customer_name';
  return shops && shops.length > 1 && !isFoundByName
    ? pageOfShops(matching, shops, asked, order)
    : pageOfIds(matching, asked, order);
}

/** The orders that the search finds first: those of the page and of all pages before it. */
function selectFirst(ctx: Ctx, { asked, options }: OrderList, { match, scope }: TextSearch): IdSelect {
  const ids = firstPlaced(match, scope, asked.page * asked.limit, asked.sortedBy);
  return (ctx.db as AnyDb)
    .selectFrom('orders')
    .select('id')
    .where((eb) => eb.and([visible(options, ctx, eb, 'read'), sql<SqlBool>`id = any(array(${ids}))`]));
}

/** The parts of several shops: those of each come in order from its index, and are merged. */
function pageOfShops(
  matching: IdSelect,
  shops: readonly number[],
  { page, limit, sortedBy }: CheckedList,
  order: RawBuilder<unknown>,
): Expression<unknown> {
  const ofShop = matching.select(order.as('place')).where(sql<SqlBool>`orders.shop_id = shop.shop_id`);
  const first = ofShop
    .orderBy('place', sortedBy)
    .orderBy('id', sortedBy)
    .limit(sql.lit(page * limit));
  const direction = sql.raw(sortedBy);
  return sql`(select part.id from unnest(${[...shops]}::bigint[]) as shop (shop_id) cross join lateral (${first}) part
    order by part.place ${direction}, part.id ${direction} limit ${limit} offset ${(page - 1) * limit})`;
}

/** All that the search finds, without looking at the orders: quicker to count. */
const selectMatches = (ctx: Ctx, { match, scope }: TextSearch): IdSelect =>
  (ctx.db as AnyDb)
    .selectFrom(sql<{ order_id: number }>`(${matchingEntries(match, scope)})`.as('entry'))
    .select('order_id as id');
