import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import { areSeveral, wordsSearched } from '@/server/modules/catalogue/products/product-search';

/**
 * Orders of a buyer; `buyer` is the whole order in the condition. The subquery runs first: the planner overestimates
 * the orders of one buyer and would scan the list's order.
 */
const boughtBy = (isPart: boolean, condition: Expression<SqlBool>) =>
  sql<SqlBool>`orders.${sql.ref(isPart ? 'parent_id' : 'id')} = any(array(select buyer.id from orders buyer
    where buyer.parent_id is null and buyer.deleted_at is null and ${condition}))`;

/** The index of phone numbers returns whole orders in list order. */
const ofPhone = (tail: string, isPart: boolean) =>
  isPart
    ? boughtBy(isPart, sql<SqlBool>`phone_tail(buyer.customer_contact) = ${tail}`)
    : sql<SqlBool>`phone_tail(orders.customer_contact) = ${tail}`;

/** Parts bought by one customer, except those of a removed order. `offset 0` looks at the orders of these parts alone. */
export const customerCondition = (id: string) =>
  /^\d{1,15}$/.test(id)
    ? sql<SqlBool>`(orders.customer_id = ${id}::bigint and exists (select from orders whole
        where whole.id = orders.parent_id and whole.deleted_at is null offset 0))`
    : sql<SqlBool>`false`;

/** An order number: the day and six digits. */
export const isOrderNumber = (text: string) => /^\d{14}$/.test(text);

/**
 * Condition of the search box: a number or part of one, a phone in any notation, an e-mail address or its beginning,
 * or words of a name. Complete phones, e-mails and number prefixes have indexes of their own.
 */
export function orderBoxCondition(input: string, scope: Scope): Expression<SqlBool> {
  const { isPart } = scope;
  const text = input.trim();
  if (text.includes('@')) return byEmail(text, isPart);
  if (textConditions(text) === undefined) return byWholeDigits(text.replace(/\D/g, ''), isPart);
  const said = parseTextMatch(text);
  if (!said) return sql<SqlBool>`false`;
  const lines = matchingEntries(said, scope);
  if (isPart)
    return sql<SqlBool>`(orders.parent_id, orders.shop_id) in (select order_id, shop_id from (${lines}) line)`;
  // `offset 0` intersects several words first, as in the search of products.
  const first = areSeveral(text) && !isDigits(text) ? sql`offset 0` : sql``;
  return sql<SqlBool>`orders.id in (select order_id from (${lines} ${first}) line)`;
}

/** Conditions on the text of `order_search`; undefined when another index answers, or the text is empty. */
export function parseTextMatch(input: string): TextMatch | undefined {
  const text = input.trim();
  const conditions = textConditions(text);
  return conditions?.length ? { conditions, hasDigits: /\d/.test(text) } : undefined;
}

/**
 * Complete values and number prefixes use their own index (by day for numbers); everything else matches the text of
 * `order_search`.
 */
type OrderLookup =
  | { exactly: Expression<SqlBool>; isOfDays: boolean }
  | { said: Expression<SqlBool>[]; digits: string | null };

/** How the global search finds whole orders, or parts. */
export function parseOrderLookup(input: string, isPart: boolean, now: Date): OrderLookup {
  const text = input.trim();
  const digits = text.replace(/\D/g, '');
  const days = isDigits(text) ? daysOf(digits, now) : undefined;
  if (days) {
    const [from, to] = days;
    return {
      exactly: sql<SqlBool>`(${byWholeDigits(digits, isPart)} and orders.created_at between ${from} and ${to})`,
      isOfDays: true,
    };
  }
  const said = textConditions(text);
  if (said === undefined) return { exactly: orderBoxCondition(text, { isPart }), isOfDays: false };
  return { said, digits: isDigits(text) ? digits : null };
}

/** Days, one more on both sides, of orders whose number begins with these digits: numbers begin with the day. */
function daysOf(digits: string, now: Date): [from: Date, to: Date] | undefined {
  const [, year = '', month = '', day = ''] =
    /^(20\d\d)(0\d?|1[0-2]?)?([0-3]\d?)?\d{0,6}$/.exec(digits) ?? [];
  if (year === '' || Number(year) < 2020 || Number(year) > now.getUTCFullYear() + 1) return undefined;
  // Not a number prefix: digits from the middle or the end of a number.
  if (month.length < Math.min(digits.length - 4, 2)) return undefined;
  if (day.length < Math.min(digits.length - 6, 2) || Number(day) > 31) return undefined;
  const bound = (sign: string, at: number, otherwise: string) =>
    Math.min(Math.max(Number((otherwise || '').padEnd(2, sign)), 1), at);
  const from = Date.UTC(Number(year), bound('0', 12, month) - 1, bound('0', 31, day));
  const to = Date.UTC(Number(year), bound('9', 12, month) - 1, bound('9', 31, day));
  return [new Date(from - dayMs), new Date(to + 2 * dayMs)];
}

const dayMs = 24 * 3600_000;

/** True when the part's own text matches: the text of the whole order contains the numbers of all its parts. */
export const partMatches = (said: readonly Expression<SqlBool>[]) =>
  sql<SqlBool>`exists (select from order_text(orders.tracking_number, orders.customer_name,
    orders.customer_contact, orders.customer_email) as text where ${all(said)})`;

/** Conditions on `order_search.text`; undefined for e-mails, phones and number prefixes, which have other indexes. */
function textConditions(text: string): Expression<SqlBool>[] | undefined {
  if (text.includes('@')) return undefined;
  if (!isDigits(text)) return wordsSearched(text);
  const digits = text.replace(/\D/g, '');
  if (beginsWithDay(digits) || isPhone(digits)) return undefined;
  return [sql<SqlBool>`text like ${digits.length < 3 ? `% ${digits}%` : `%${digits}%`}`];
}

const isDigits = (text: string) => /\d/.test(text) && /^[№#]?[\d\s()+.–-]+$/.test(text);

/** Domestic 8 or international +7 prefix. */
const isPhone = (digits: string) => /^[78]\d{10}$/.test(digits);

/** A number prefix with a complete day: its trigrams occur in every row, so the text index does not help. */
const beginsWithDay = (digits: string) => /^20\d\d(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])\d{0,6}$/.test(digits);

function byWholeDigits(digits: string, isPart: boolean): Expression<SqlBool> {
  if (isPhone(digits)) return ofPhone(digits.slice(1), isPart);
  const most = digits.padEnd(14, '9');
  return sql<SqlBool>`orders.tracking_number between ${digits} and ${most}`;
}

function byEmail(text: string, isPart: boolean): Expression<SqlBool> {
  const begin = `${text.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`;
  return boughtBy(isPart, sql<SqlBool>`lower(buyer.customer_email) like ${begin}`);
}

/** Conditions on the text of `order_search`. */
export interface TextMatch {
  conditions: readonly Expression<SqlBool>[];
  /** The text contains digits, so a part must match by its own number, not by that of another part. */
  hasDigits: boolean;
}

/** Whole orders or parts, optionally of some shops, facts and days. */
export interface Scope {
  isPart: boolean;
  /** SQL array of shop ids. */
  shops?: RawBuilder<unknown> | undefined;
  /** SQL array of `order_fact` values, any of which must hold; for parts only together with `shops`. */
  facts?: RawBuilder<unknown> | undefined;
  /** Placed from (inclusive) and before (exclusive). */
  from?: RawBuilder<unknown> | undefined;
  before?: RawBuilder<unknown> | undefined;
}

export const all = (conditions: readonly Expression<SqlBool>[]) =>
  sql<SqlBool>`${sql.join(conditions, sql` and `)}`;

/** Days in UTC, both included. */
interface Days {
  from: RawBuilder<unknown>;
  to: RawBuilder<unknown>;
}

/** Conditions for these days: the first uses the text's index, the others bound an index scan by time. */
const placedOn = ({ from, to }: Days) => [
  sql<SqlBool>`array[(placed_at at time zone 'UTC')::date] && array(select generate_series(${from}, ${to}, interval '1 day')::date)`,
  sql<SqlBool>`placed_at >= (select ${from}::timestamp at time zone 'UTC')`,
  sql<SqlBool>`placed_at < (select (${to} + 1)::timestamp at time zone 'UTC')`,
];

/** Selects `order_id`, `placed_at`, and `shop_id` for parts, of matching entries; of `days` only, if given. */
export function matchingEntries(said: TextMatch, scope: Scope, days?: Days) {
  const { isPart, shops, facts } = scope;
  const fits = all([...(days ? placedOn(days) : []), ...said.conditions, ...entryConditions(scope)]);
  if (!isPart)
    return sql`select order_id, placed_at, null::bigint as shop_id from order_search where ${fits}`;
  const own = [
    shops ? sql<SqlBool>`shop_id = any(${shops})` : sql<SqlBool>`shop_id <> 0`,
    ...(facts
      ? [
          sql<SqlBool>`exists (select from unnest(line.facts) fact
          where fact / 1000 = shop_id and fact % 1000 = any(${facts}))`,
        ]
      : []),
    ...(said.hasDigits
      ? [
          sql<SqlBool>`exists (select from (select part_text(line.text, place) as text) own
          where ${all(said.conditions)})`,
        ]
      : []),
  ];
  // An order has at most one part per shop. Line by line, so that no more are read than requested.
  return sql`select line.order_id, line.placed_at, part.shop_id
    from (select order_id, placed_at, shops, facts, text from order_search where ${fits} offset 0) line
    cross join lateral (select shop_id from unnest(line.shops) with ordinality as part (shop_id, place)
      where ${all(own)} offset 0) part`;
}

/** Conditions of the scope on an entry. */
function entryConditions({ isPart, shops, facts, from, before }: Scope): Expression<SqlBool>[] {
  const keys = isPart
    ? sql`array(select shop * 1000 + fact from unnest(${shops}) shop, unnest(${facts}) fact)`
    : facts;
  return [
    ...(shops ? [sql<SqlBool>`shops && ${shops}`] : []),
    ...(facts ? [sql<SqlBool>`facts && ${keys}`] : []),
    ...(from ? [sql<SqlBool>`placed_at >= ${from}`] : []),
    ...(before ? [sql<SqlBool>`placed_at < ${before}`] : []),
  ];
}

/**
 * Estimated number of matches if it is reliably above `most`, else null. Samples about four thousand rows; clustered
 * matches, such as those of one month, do not count as reliable.
 */
export function estimateAbove(most: number, said: TextMatch, scope: Scope): RawBuilder<number | null> {
  const lines = sql`(select reltuples from pg_class where oid = 'order_search'::regclass)`;
  const fits = all([...said.conditions, ...entryConditions(scope)]);
  return sql`(select case when hits >= 60 and pages >= 30 and hits * ${lines} / looked >= ${Math.round(1.75 * most)}::integer
      then (hits * ${lines} / looked)::integer end
    from (select count(*) as looked, count(*) filter (where fits) as hits, count(distinct page) filter (where fits) as pages
      from (select (${fits}) as fits, (ctid::text::point)[0] as page
        from order_search tablesample system ((select case when ${lines} > ${10 * most}::integer
          then ${40 * most}::integer / ${lines} else 0 end)) repeatable (0) offset 0) line) sample)`;
}

/**
 * Selects the ids of at least the latest `count` matching orders. Searches the newest day, then the 4 and the 16 days
 * before: frequent matches end early, rare ones are read completely. A deep page of some shops needs most of their
 * matches, which are read at once. `offset 0` keeps the planner from scanning all orders in list order.
 */
export function latestMatching(said: TextMatch, scope: Scope, count: number): RawBuilder<unknown> {
  if (scope.shops && count >= deep) return latestIds(said, scope, count);
  const first = sql`(4 ^ walk.step)::integer`;
  const ago = (days: RawBuilder<unknown>) => sql`((select day from newest) - (${days}))`;
  const days = { from: ago(sql`(4 * ${first} - 1) / 3 - 1`), to: ago(sql`(${first} - 1) / 3`) };
  return sql`with recursive newest as materialized (select (${newestOf(scope)} at time zone 'UTC')::date as day),
    walk (step, found, ids) as (
      select 0, 0, '{}'::bigint[]
      union all
      select walk.step + 1, walk.found + cardinality(next.ids), next.ids
      from walk cross join lateral (select array(${latestIds(said, scope, count, days)}) as ids offset 0) next
      where walk.found < ${count}::integer
        and walk.step < case when walk.found < ${sql.lit(many)} then ${sql.lit(steps)} else ${sql.lit(maxSteps)} end
    )
    select unnest(ids) from walk
    union all (select id from (${latestIds(said, scope, count)}) anywhere
      where (select max(found) from walk) < ${count}::integer)`;
}

/** Each step covers four times as many days: three weeks in all, or a year when the first weeks had many matches. */
const steps = 3;
const maxSteps = 5;
const many = 100;
const deep = 1000;

/**
 * Selects the ids of the first `count` matching whole orders by the buyer's name. Matches are clustered in this order,
 * often behind half of all orders: unless the beginning of the list has enough, all matches are found and sorted by the
 * index of names alone.
 */
export function firstByName(
  said: TextMatch,
  scope: Scope,
  count: number,
  direction: 'asc' | 'desc',
): RawBuilder<unknown> {
  const listed = sql`parent_id is null and deleted_at is null`;
  const inOrder = sql.raw(`customer_name collate "und-x-icu" ${direction}, id ${direction}`);
  const fits = all([...said.conditions, ...entryConditions(scope)]);
  return sql`with beginning as materialized (
      select id from (select id from orders where ${listed} order by ${inOrder} limit ${sql.lit(beginningOfNames)}) listed
      where exists (select from order_search where order_id = listed.id and ${fits} offset 0) limit ${count}::integer)
    select id from beginning where (select count(*) = ${count}::integer from beginning)
    union all (select id from (select id, customer_name from orders where ${listed}
        and id in (select order_id from order_search where ${fits})
        and (select count(*) < ${count}::integer from beginning) offset 0) matching
      order by ${inOrder} limit ${count}::integer)`;
}

/** Number of orders that are looked up in the search one by one: a few milliseconds. */
const beginningOfNames = 1000;

/** Orders are looked up only for entries that may be on the page; those of the same moment are sorted by id later. */
const latestIds = (said: TextMatch, scope: Scope, count: number, days?: Days) =>
  sql`select id from (${ordersOf(
    scope,
    sql`${matchingEntries(said, scope, days)} order by placed_at desc fetch first (${count}::integer) rows with ties`,
  )}) latest`;

/** Selects `id` and `created_at` of matching orders or parts. */
export const matchingIds = (said: TextMatch, scope: Scope) =>
  ordersOf(scope, sql`${matchingEntries(said, scope)} offset 0`);

function ordersOf(scope: Scope, entries: RawBuilder<unknown>) {
  const row = scope.isPart
    ? sql`parent_id = line.order_id and shop_id = line.shop_id`
    : sql`id = line.order_id`;
  return sql`select listed.id, listed.created_at from (${entries}) line
    cross join lateral (select id, created_at from orders where ${row} and deleted_at is null offset 0) listed`;
}

/** Upper bound of the placement time of the matches. */
function newestOf({ isPart, shops, before }: Scope) {
  const newest =
    isPart && shops
      ? sql`(select max(newest.created_at) from unnest(${shops}) shop cross join lateral (
          select created_at from orders where shop_id = shop and parent_id is not null and deleted_at is null
          order by created_at desc limit 1) newest)`
      : sql`(select created_at from orders where parent_id is null and deleted_at is null
          order by created_at desc limit 1)`;
  return before ? sql`least(${newest}, ${before})` : newest;
}
