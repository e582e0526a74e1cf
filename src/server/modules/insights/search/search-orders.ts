import { type Expression, type SqlBool, sql } from 'kysely';
import { resultsPerFamily, type SearchResult } from '@/contract/insights/everything';
import { shownNumber } from '@/contract/orders/number';
import { parseShortNumber } from '@/contract/orders/written-number';
import { type Ctx, isAdmin } from '@/server/core/context';
import { maskText, seesContacts } from '@/server/core/rights/contacts';
import { orderOptions } from '@/server/modules/orders/list/order-options';
import { orderShopIds } from '@/server/modules/orders/policy';
import {
  byShortNumber,
  namedSo,
  parseOrderLookup,
  partMatches,
} from '@/server/modules/orders/search/order-search';
import type { SearchInput } from './search-input';

/** Latest orders that are scanned one by one. */
const latest = 2000;
const latestParts = 1000;
/** Maximum index matches to inspect. */
const maxLines = 40;
/** Matches of the text index that are looked through for parts; with more, the latest orders come first. */
const fewLines = 200;
/** Shorter digit runs match too many rows for an index lookup. */
const rareDigits = 4;
const rareLetters = 3;

const all = (conditions: readonly Expression<SqlBool>[]) => sql<SqlBool>`${sql.join(conditions, sql` and `)}`;

/**
 * Orders by number, phone, email or name, newest first: whole orders for administrators, parts for shop staff.
 * Frequent values are found among the latest orders, rare ones by the text index, so neither scans the whole table.
 */
export async function searchOrders(ctx: Ctx, { text, limit }: SearchInput): Promise<SearchResult[]> {
  const isPart = !isAdmin(ctx);
  const shops = orderShopIds(ctx);
  if (isPart && shops.length === 0) return [];
  const policy = orderOptions(isPart).policy?.(ctx, 'read');
  const short = parseShortNumber(text);
  const exact = short && byShortNumber(short.number, isPart);
  const others = short?.isCertain ? [] : await conditionsOf(ctx, text, isPart, shops);
  const conditions = [...(exact ? [exact] : []), ...others];
  const find = (condition: Expression<SqlBool>) =>
    ctx.db
      .selectFrom('orders')
      .leftJoin('shops', 'shops.id', 'orders.shop_id')
      .select(['orders.id', 'tracking_number', 'short_number', 'customer_name', 'customer_contact', 'total'])
      .select(['order_status', 'orders.created_at', 'shops.slug'])
      .where('orders.deleted_at', 'is', null)
      .where((eb) => policy?.(eb) ?? eb.lit(true))
      .where(condition)
      .orderBy('orders.created_at', 'desc')
      .orderBy('orders.id', 'desc')
      .limit(limit)
      .execute();
  // Sequentially: the text index, slowest for frequent values, is only asked when the latest orders have too few matches.
  const found: Awaited<ReturnType<typeof find>> = [];
  for (const condition of conditions) if (found.length < limit) found.push(...(await find(condition)));
  const unique = [...new Map(found.map((row) => [row.id, row])).values()];
  // What has exactly this number comes first.
  const isOther = (row: (typeof unique)[number]) => (row.short_number === short?.number ? 0 : 1);
  return unique
    .sort(
      (one, other) =>
        isOther(one) - isOther(other) ||
        other.created_at.getTime() - one.created_at.getTime() ||
        other.id - one.id,
    )
    .slice(0, limit)
    .map((row) => ({
      id: row.id,
      title: shownNumber(row),
      subtitle: row.customer_name ?? maskText(ctx, row.customer_contact),
      picture: null,
      path: isPart ? `/${encodeURIComponent(row.slug ?? '')}/orders/${row.id}` : `/orders/${row.id}`,
      status: row.order_status,
      amount: Number(row.total),
      at: row.created_at.toISOString(),
    }));
}

/** Each condition is a query of its own, because OR would lose the indexes. */
async function conditionsOf(
  ctx: Ctx,
  text: string,
  isPart: boolean,
  shops: readonly number[],
): Promise<Expression<SqlBool>[]> {
  const hidesContacts = !seesContacts(ctx);
  const asked = parseOrderLookup(text, { isPart, hidesContacts }, ctx.now);
  if ('exactly' in asked) return [isPart && asked.isOfDays ? latestOf(asked.exactly, shops) : asked.exactly];
  const { conditions: match, digits } = asked;
  if (match.length === 0) return [];
  const isRare =
    digits === null
      ? text.split(/\s+/).some((word) => Array.from(word).length >= rareLetters)
      : digits.length >= rareDigits;
  const own = hidesContacts ? [namedSo(match)] : [];
  if (!isPart)
    return [amongLatest(match), ...(isRare ? [amongAll(match)] : [])].map((one) => all([one, ...own]));
  const few = isRare ? await fewOrders(ctx, match, shops) : undefined;
  const place = few ? partsOf(few, shops) : amongLatestParts(match, shops);
  return [all([place, ...(digits === null ? [] : [partMatches(match)]), ...own])];
}

/** Orders of these shops that the text index finds; undefined when they are many. */
async function fewOrders(ctx: Ctx, match: readonly Expression<SqlBool>[], shops: readonly number[]) {
  const own = sql<SqlBool>`shops && ${[...shops]}::bigint[]`;
  const { rows } = await sql<{ order_id: number }>`${lines([...match, own])}
    select order_id from matching limit ${sql.lit(fewLines + 1)}`.execute(ctx.db);
  return rows.length <= fewLines ? rows.map(({ order_id }) => order_id) : undefined;
}

const amongLatest = (match: readonly Expression<SqlBool>[]) => sql<SqlBool>`orders.id in (
  select s.order_id from (select id from orders where parent_id is null and deleted_at is null
    order by created_at desc, id desc limit ${sql.lit(latest)}) recent
  join order_search s on s.order_id = recent.id where ${all(match)} limit ${sql.lit(maxLines)})`;

/** Latest matching parts per shop: one query over many shops would read them all for sorting. */
function latestOf(condition: Expression<SqlBool>, shops: readonly number[]) {
  const each = shops.map(
    (shop) => sql`(select orders.id from orders where shop_id = ${shop} and parent_id is not null
      and deleted_at is null and ${condition} order by created_at desc, id desc limit ${sql.lit(resultsPerFamily + 1)})`,
  );
  return sql<SqlBool>`orders.id in (${sql.join(each, sql` union all `)})`;
}

/** MATERIALIZED plans the subquery as if all rows were wanted, so the index is used, yet reading stops at the limit. */
const lines = (conditions: readonly Expression<SqlBool>[]) =>
  sql`with matching as materialized (select order_id from order_search where ${all(conditions)})`;

const amongAll = (match: readonly Expression<SqlBool>[]) =>
  sql<SqlBool>`orders.id in (${lines(match)} select order_id from matching limit ${sql.lit(maxLines)})`;

/** One index scan per shop; for many shops the planner chooses a bad plan. */
function amongLatestParts(match: readonly Expression<SqlBool>[], shops: readonly number[]) {
  const each = Math.ceil(latestParts / shops.length);
  const recent = shops.map(
    (shop) => sql`(select id, parent_id from orders where shop_id = ${shop} and parent_id is not null
      and deleted_at is null order by created_at desc, id desc limit ${sql.lit(each)})`,
  );
  return sql<SqlBool>`orders.id in (select recent.id from (${sql.join(recent, sql` union all `)}) recent
    join order_search s on s.order_id = recent.parent_id where ${all(match)} limit ${sql.lit(fewLines)})`;
}

const partsOf = (orders: readonly number[], shops: readonly number[]) => sql<SqlBool>`(
  orders.parent_id = any(${[...orders]}::bigint[]) and orders.shop_id = any(${[...shops]}::bigint[]))`;
