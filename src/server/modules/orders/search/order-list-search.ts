import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import { exactTotalLimit } from '@/contract/core/paging';
import { orderStatuses, paymentGateways, paymentStatuses } from '@/contract/orders/status';
import { dayConditions, dayIn, startOfDay } from '@/server/core/business-time';
import { type Ctx, isAdmin } from '@/server/core/context';
import { type CheckedList, requiresAll } from '@/server/core/http/list-query';
import type { CandidateIds, CountSource } from '@/server/core/resource/options';
import { type Condition, refersToSlug } from '@/server/core/resource/relations';
import { orderShopIds } from '../policy';
import {
  all,
  customerCondition,
  estimateAbove,
  firstByName,
  latestMatching,
  matchingEntries,
  matchingIds,
  orderBoxCondition,
  parseTextMatch,
  partMatches,
  type Scope,
  type TextMatch,
} from './order-search';

/** Filters that `order_search` can answer along with the text. */
const factKeys = ['order_status', 'payment_status', 'payment_gateway'] as const;
const indexedKeys: readonly string[] = [...factKeys, 'created_from', 'created_to'];

const shopKeys: readonly string[] = ['shop', 'shop_id', 'shop.slug'];

/** The list query in terms of `order_search`, if it can answer all of it: search text plus known filters. */
function indexQuery(
  ctx: Ctx,
  query: CheckedList,
  isPart: boolean,
): { said: TextMatch; scope: Scope } | undefined {
  const pairs = pairsOf(query);
  if (!requiresAll(query) || new Set(pairs.map(placeOf)).size < pairs.length) return undefined;
  const known = ['tracking_number', ...indexedKeys, ...(isPart ? shopKeys : [])];
  const box = pairs.find(({ key }) => key === 'tracking_number');
  if (!box || !pairs.every(({ key }) => known.includes(key))) return undefined;
  const said = parseTextMatch(box.value);
  const scope = scopeOf(ctx, query, isPart);
  const facts = factsOf(query);
  // Status and payment of a part are indexed together with its shop.
  if (!said || (isPart && facts && !scope.shops)) return undefined;
  return { said, scope: { ...scope, facts, ...placedIn(query) } };
}

/** Search keys and filters that must match each row. */
const pairsOf = (query: CheckedList) => [
  ...(requiresAll(query) ? query.search : []),
  ...Object.entries(query.filters).map(([key, value]) => ({ key, value })),
];

/** A shop has several keys; two of them are a duplicate filter. */
const placeOf = ({ key }: { key: string }) => (shopKeys.includes(key) ? 'shop' : key);

const filterValue = (query: CheckedList, name: string) =>
  pairsOf(query).find(({ key }) => key === name)?.value;

function factsOf(query: CheckedList): RawBuilder<unknown> | undefined {
  const asked = factKeys.map((key) => filterValue(query, key));
  if (asked.every((value) => value === undefined)) return undefined;
  const [status, payment, gateway] = asked;
  return sql`array(select order_fact(0, status, payment, gateway)
    from unnest(${status?.split(',') ?? [...orderStatuses]}::text[]) status,
      unnest(${payment?.split(',') ?? [...paymentStatuses]}::text[]) payment,
      unnest(${gateway === undefined ? [...paymentGateways] : [gateway]}::text[]) gateway)`;
}

/** Subselects, so that PostgreSQL computes each moment once instead of per row. */
function placedIn(query: CheckedList): Pick<Scope, 'from' | 'before'> {
  const [from, to] = ['created_from', 'created_to'].map((key) => {
    const value = filterValue(query, key);
    return value === undefined ? undefined : dayIn(key, value);
  });
  return {
    from: from === undefined ? undefined : sql`(select ${startOfDay(from)})`,
    before: to === undefined ? undefined : sql`(select ${startOfDay(to, 1)})`,
  };
}

/** The shops of a list: those the user handles, narrowed by the shop filter. */
function scopeOf(ctx: Ctx, query: CheckedList, isPart: boolean): Scope {
  if (!isPart) return { isPart };
  const own = isAdmin(ctx) ? undefined : orderShopIds(ctx);
  const asked = pairsOf(query).find(({ key }) => shopKeys.includes(key));
  if (!asked) return own ? { isPart, shops: idArray(own) } : { isPart };
  if (asked.key === 'shop_id') {
    const id = /^\d{1,15}$/.test(asked.value) ? Number(asked.value) : 0;
    return { isPart, shops: idArray(!own || own.includes(id) ? [id] : []) };
  }
  const mine = own ? sql`and id = any(${idArray(own)})` : sql``;
  return {
    isPart,
    shops: sql`array(select id from shops where slug = any(${asked.value.split(',')}::text[]) ${mine})`,
  };
}

const idArray = (shops: readonly number[]) => sql`${[...shops]}::bigint[]`;

/**
 * Shops for the union branches of a list: each branch is index-ordered. Undefined when there is one shop or more than
 * `maxBranches`.
 */
export function shopBranches(ctx: Ctx, query: CheckedList): number[] | undefined {
  const shops = isAdmin(ctx) ? [] : orderShopIds(ctx);
  // Selective filters are faster without branches.
  const isFew = [...shopKeys, 'tracking_number'];
  const isOfFew = pairsOf(query).some(({ key }) => isFew.includes(key));
  return isOfFew || shops.length < 2 || shops.length > maxBranches ? undefined : shops;
}

const maxBranches = 20;

/** Counts matches in `order_search` alone, without reading orders, if it can answer the query. */
export function searchCountSource(ctx: Ctx, query: CheckedList, isPart: boolean): CountSource | undefined {
  const asked = indexQuery(ctx, query, isPart);
  if (!asked) return undefined;
  const parent = isPart ? sql`order_id` : sql`null::bigint`;
  return {
    lines: sql`(select order_id as id, ${parent} as parent_id, shop_id, null::timestamptz as deleted_at
      from (${matchingEntries(asked.said, asked.scope)}) line)`,
    rest: { ...query, search: [], filters: {} },
    ...(!isPart && { many: estimateAbove(exactTotalLimit, asked.said, asked.scope) }),
  };
}

/**
 * Ids of matching orders: the first ones for the default sort and for names; otherwise all, or, if there are many, the
 * list is scanned until the page is full.
 */
export function searchCandidates(ctx: Ctx, query: CheckedList, isPart: boolean): CandidateIds | undefined {
  const asked = indexQuery(ctx, query, isPart);
  if (!asked) return undefined;
  const { said, scope } = asked;
  const count = query.page * query.limit;
  if (query.orderBy === 'created_at' && query.sortedBy === 'desc')
    return { ids: latestMatching(said, scope, count) };
  const isByName = query.orderBy === 'customer_name';
  if (isByName && !isPart) return { ids: firstByName(said, scope, count, query.sortedBy) };
  const isBox = ({ key }: { key: string }) => key === 'tracking_number';
  // Deeper pages are cheaper to read from the matches, and by name these may all come after the other orders of the
  // shop.
  const than = isByName ? mostSorted : Math.round(300 * Math.sqrt(count));
  return {
    ids: sql`select id from (${matchingIds(said, scope)}) found`,
    unlessMore: {
      than,
      ...(!isPart && { surely: estimateAbove(Math.max(than, exactTotalLimit), said, scope) }),
      fits: entryMatches(said, isPart),
      rest: {
        ...query,
        search: query.search.filter((pair) => !isBox(pair)),
        filters: Object.fromEntries(Object.entries(query.filters).filter(([key]) => !isBox({ key }))),
      },
    },
  };
}

/** For a shop, sorted by name; where more match, its list is scanned until the page is full. */
const mostSorted = 12_000;

/** True when the order's entry matches. `offset 0` evaluates it per order. */
function entryMatches({ conditions, hasDigits }: TextMatch, isPart: boolean): Expression<SqlBool> {
  const line = sql<SqlBool>`exists (select from order_search where order_id = ${sql.ref(isPart ? 'orders.parent_id' : 'orders.id')}
    and ${all(conditions)} offset 0)`;
  return isPart && hasDigits ? all([line, partMatches(conditions)]) : line;
}

/** Conditions of keys that are not plain columns, for parts or whole orders. */
export function orderConditions(isPart: boolean): Record<string, Condition> {
  return {
    tracking_number: (_eb, value, ctx, query) => orderBoxCondition(value, scopeOf(ctx, query, isPart)),
    ...(isPart && { customer_id: (_eb, value) => customerCondition(value) }),
    ...dayConditions('created', 'orders.created_at'),
    ...dayConditions('paid', 'orders.paid_at'),
    shop: refersToSlug({ column: 'shop_id', table: 'shops' }),
  };
}
