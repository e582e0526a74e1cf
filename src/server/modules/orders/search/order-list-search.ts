import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import { exactTotalLimit } from '@/contract/core/paging';
import { orderStatuses, paymentGateways, paymentStatuses } from '@/contract/orders/status';
import { dayConditions, dayIn, startOfDay } from '@/server/core/business-time';
import { type Ctx, isAdmin } from '@/server/core/context';
import type { CheckedList } from '@/server/core/http/list-query';
import type { CandidateIds, CountSource } from '@/server/core/resource/options';
import { type Condition, refersToSlug } from '@/server/core/resource/relations';
import { orderShopIds } from '../policy';
import {
  all,
  customerCondition,
  estimateAbove,
  latestMatching,
  matchingEntries,
  matchingIds,
  orderBoxCondition,
  parseTextMatch,
  partMatches,
  type Said,
  type Whose,
} from './order-search';

/** What the lines of orders tell beside what is said in them, as a list asks for it. */
const factKeys = ['order_status', 'payment_status', 'payment_gateway'] as const;
const indexedKeys: readonly string[] = [...factKeys, 'created_from', 'created_to'];

const shopKeys: readonly string[] = ['shop', 'shop_id', 'shop.slug'];

/** What a list asks of the lines when they tell all that it asks: a text in the box, and what orders are filtered by. */
function indexQuery(ctx: Ctx, query: CheckedList, isPart: boolean): { said: Said; whose: Whose } | undefined {
  const pairs = pairsOf(query);
  if (!requiresAll(query) || new Set(pairs.map(placeOf)).size < pairs.length) return undefined;
  const known = ['tracking_number', ...indexedKeys, ...(isPart ? shopKeys : [])];
  const box = pairs.find(({ key }) => key === 'tracking_number');
  if (!box || !pairs.every(({ key }) => known.includes(key))) return undefined;
  const said = parseTextMatch(box.value);
  const whose = scopeOf(ctx, query, isPart);
  const facts = factsOf(query);
  // What a part is stands with its shop.
  if (!said || (isPart && facts && !whose.shops)) return undefined;
  return { said, whose: { ...whose, facts, ...placedIn(query) } };
}

/** Whether all that a search says holds for each row, and not one of it or another. */
const requiresAll = ({ search, joinWithAnd }: CheckedList) => joinWithAnd || search.length < 2;

/** What holds for each row of a list, search keys and filters alike. */
const pairsOf = (query: CheckedList) => [
  ...(requiresAll(query) ? query.search : []),
  ...Object.entries(query.filters).map(([key, value]) => ({ key, value })),
];

/** A shop can be named in several ways, and then it is one that is asked for twice. */
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

/** Each moment is found once, not for every line. */
function placedIn(query: CheckedList): Pick<Whose, 'from' | 'before'> {
  const [from, to] = ['created_from', 'created_to'].map((key) => {
    const value = filterValue(query, key);
    return value === undefined ? undefined : dayIn(key, value);
  });
  return {
    from: from === undefined ? undefined : sql`(select ${startOfDay(from)})`,
    before: to === undefined ? undefined : sql`(select ${startOfDay(to, 1)})`,
  };
}

/** Whose orders a list is of: the shop's that it asks for, of those that the person works in. */
function scopeOf(ctx: Ctx, query: CheckedList, isPart: boolean): Whose {
  if (!isPart) return { isPart };
  const own = isAdmin(ctx) ? undefined : orderShopIds(ctx);
  const asked = pairsOf(query).find(({ key }) => shopKeys.includes(key));
  if (!asked) return own ? { isPart, shops: among(own) } : { isPart };
  if (asked.key === 'shop_id') {
    const id = /^\d{1,15}$/.test(asked.value) ? Number(asked.value) : 0;
    return { isPart, shops: among(!own || own.includes(id) ? [id] : []) };
  }
  const mine = own ? sql`and id = any(${among(own)})` : sql``;
  return {
    isPart,
    shops: sql`array(select id from shops where slug = any(${asked.value.split(',')}::text[]) ${mine})`,
  };
}

const among = (shops: readonly number[]) => sql`${[...shops]}::bigint[]`;

/** Shops of whose parts a list is made, where those are some and few: each has its parts in the order of lists. */
export function shopBranches(ctx: Ctx, query: CheckedList): number[] | undefined {
  const shops = isAdmin(ctx) ? [] : orderShopIds(ctx);
  // Of one shop, or few: those are found first.
  const isFew = [...shopKeys, 'tracking_number', 'customer_id'];
  const isOfFew = pairsOf(query).some(({ key }) => isFew.includes(key));
  return isOfFew || shops.length < 2 || shops.length > maxApart ? undefined : shops;
}

const maxApart = 20;

/** The lines of a search alone, when they tell all that is asked: nobody looks at the orders to count them. */
export function searchCountSource(ctx: Ctx, query: CheckedList, isPart: boolean): CountSource | undefined {
  const asked = indexQuery(ctx, query, isPart);
  if (!asked) return undefined;
  const parent = isPart ? sql`order_id` : sql`null::bigint`;
  return {
    lines: sql`(select order_id as id, ${parent} as parent_id, shop_id, null::timestamptz as deleted_at
      from (${matchingEntries(asked.said, asked.whose)}) line)`,
    rest: { ...query, search: [], filters: {} },
    ...(!isPart && { many: estimateAbove(exactTotalLimit, asked.said, asked.whose) }),
  };
}

/**
 * Where the latest orders that fit are found at once; in another order few are found first, and of many the list is gone
 * through until its page is full.
 */
export function searchCandidates(ctx: Ctx, query: CheckedList, isPart: boolean): CandidateIds | undefined {
  const asked = indexQuery(ctx, query, isPart);
  if (!asked) return undefined;
  const { said, whose } = asked;
  if (query.orderBy === 'created_at' && query.sortedBy === 'desc')
    return { ids: latestMatching(said, whose, query.page * query.limit) };
  const isBox = ({ key }: { key: string }) => key === 'tracking_number';
  // Deeper pages are reached sooner by way of all that fit.
  const than = Math.round(300 * Math.sqrt(query.page * query.limit));
  return {
    ids: sql`select id from (${matchingIds(said, whose)}) found`,
    unlessMore: {
      than,
      ...(!isPart && { surely: estimateAbove(Math.max(than, exactTotalLimit), said, whose) }),
      fits: says(said, isPart),
      rest: {
        ...query,
        search: query.search.filter((pair) => !isBox(pair)),
        filters: Object.fromEntries(Object.entries(query.filters).filter(([key]) => !isBox({ key }))),
      },
    },
  };
}

/** True of an order whose line says this. Set apart, it is asked order by order. */
function says({ conditions, hasDigits }: Said, isPart: boolean): Expression<SqlBool> {
  const line = sql<SqlBool>`exists (select from order_search where order_id = ${sql.ref(isPart ? 'orders.parent_id' : 'orders.id')}
    and ${all(conditions)} offset 0)`;
  return isPart && hasDigits ? all([line, partMatches(conditions)]) : line;
}

/** Search keys and filters of orders that are not simply a column; `isPart`: of shops' parts, else of whole orders. */
export function orderConditions(isPart: boolean): Record<string, Condition> {
  return {
    tracking_number: (_eb, value, ctx, query) => orderBoxCondition(value, scopeOf(ctx, query, isPart)),
    ...(isPart && { customer_id: (_eb, value) => customerCondition(value) }),
    ...dayConditions('created', 'orders.created_at'),
    shop: refersToSlug({ column: 'shop_id', table: 'shops' }),
  };
}
