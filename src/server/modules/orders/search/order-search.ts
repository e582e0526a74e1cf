import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import { parseOrderNumber, parseShortNumber, withOwnDigits } from '@/contract/orders/written-number';
import { escapeLike } from '@/server/core/db/like';
import { isId } from '@/server/core/numbers';
import { wordsSearched } from './buyer-words';

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
  isId(id)
    ? sql<SqlBool>`(orders.customer_id = ${id}::bigint and exists (select from orders whole
        where whole.id = orders.parent_id and whole.deleted_at is null offset 0))`
    : sql<SqlBool>`false`;

/** A long number however it was written, any other text with digits of ours. */
function typedText(input: string): string {
  const typed = parseOrderNumber(input);
  return typed?.isLong ? typed.number : withOwnDigits(input).trim();
}

/**
 * Condition of the search box: a number or part of one, a phone in any notation, an e-mail address or its beginning,
 * or words of a name. Complete phones, e-mails and number prefixes have indexes of their own.
 */
export function orderBoxCondition(input: string, scope: Scope, orderBy = ''): Expression<SqlBool> {
  const { isPart, hidesContacts } = scope;
  const text = typedText(input);
  const short = parseShortNumber(text);
  if (short?.isCertain) return byShortNumber(short.number, isPart);
  if (text.includes('@')) return byEmail(text, scope);
  if (textConditions(text) === undefined) return byWholeDigits(text.replace(/\D/g, ''), isPart);
  const match = matchOf(text);
  if (!match) return sql<SqlBool>`false`;
  // In the order of names what matches lies together, maybe at the end: `offset 0` evaluates the search first.
  const first = orderBy === 'customer_name' ? sql`offset 0` : sql``;
  const entries = sql`select order_id from order_search
    where ${all([...match.conditions, ...entryConditions(scope)])} ${first}`;
  const found = sql<SqlBool>`${sql.ref(isPart ? 'orders.parent_id' : 'orders.id')} in (${entries})`;
  const own = hidesContacts ? namedSo(match.conditions) : partMatches(match.conditions);
  const fits = hidesContacts || (isPart && match.hasDigits) ? all([found, own]) : found;
  // Both in one list of ids: OR would lose the indexes.
  return short
    ? sql<SqlBool>`orders.id in (select orders.id from orders where ${fits}
        union all select orders.id from orders where ${byShortNumber(short.number, isPart)})`
    : fits;
}

/** The expression of the index knows a part by its shop, and a whole order by zero. */
export const byShortNumber = (number: string, isPart: boolean) =>
  sql<SqlBool>`(orders.short_number = ${number} and orders.parent_id is ${sql.raw(isPart ? 'not null' : 'null')})`;

/** Conditions on the text of `order_search`; undefined when another index answers, or the text is empty. */
export function parseTextMatch(input: string): TextMatch | undefined {
  const text = typedText(input);
  return parseShortNumber(text) ? undefined : matchOf(text);
}

function matchOf(text: string): TextMatch | undefined {
  const conditions = textConditions(text);
  return conditions?.length ? { conditions, hasDigits: /\d/.test(text) } : undefined;
}

/**
 * Complete values and number prefixes use their own index (by day for numbers); everything else matches the text of
 * `order_search`.
 */
type OrderLookup =
  | { exactly: Expression<SqlBool>; isOfDays: boolean }
  | { conditions: Expression<SqlBool>[]; digits: string | null };

/** How the global search finds whole orders, or parts. */
export function parseOrderLookup(input: string, scope: Scope, now: Date): OrderLookup {
  const { isPart } = scope;
  const text = typedText(input);
  const digits = text.replace(/\D/g, '');
  const days = isDigits(text) ? daysOf(digits, now) : undefined;
  if (days) {
    const [from, to] = days;
    return {
      exactly: sql<SqlBool>`(${byWholeDigits(digits, isPart)} and orders.created_at between ${from} and ${to})`,
      isOfDays: true,
    };
  }
  const conditions = textConditions(text);
  if (conditions === undefined) return { exactly: orderBoxCondition(text, scope), isOfDays: false };
  return { conditions, digits: isDigits(text) ? digits : null };
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
export const partMatches = (conditions: readonly Expression<SqlBool>[]) =>
  sql<SqlBool>`exists (select from order_text(orders.tracking_number, orders.customer_name,
    orders.customer_contact, orders.customer_email) as text where ${all(conditions)})`;

/** The same of number and name alone: nobody finds a phone or an e-mail bit by bit without seeing it. */
export const namedSo = (conditions: readonly Expression<SqlBool>[]) =>
  sql<SqlBool>`exists (select from order_text(orders.tracking_number, orders.customer_name, '', null) as text
    where ${all(conditions)})`;

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

/** By the beginning of an address; by a complete one for whoever does not see it. */
function byEmail(text: string, { isPart, hidesContacts }: Scope): Expression<SqlBool> {
  const begin = `${escapeLike(text.toLowerCase())}${hidesContacts ? '' : '%'}`;
  return boughtBy(isPart, sql<SqlBool>`lower(buyer.customer_email) like ${begin}`);
}

export interface TextMatch {
  conditions: readonly Expression<SqlBool>[];
  /** The text contains digits, so a part must match by its own number, not by that of another part. */
  hasDigits: boolean;
}

/** Whole orders or parts, optionally of some shops, facts and days. */
export interface Scope {
  isPart: boolean;
  /** The person does not see contacts, and finds an order by a complete one only. */
  hidesContacts?: boolean;
  /** SQL array of shop ids. */
  shops?: RawBuilder<unknown> | undefined;
  /** The same ids, unless the shops are named by their slugs. */
  shopIds?: readonly number[];
  /** Values of `order_fact`, any of which must hold; for parts only together with `shops`. */
  facts?: readonly number[] | undefined;
  /** Placed from (inclusive) and before (exclusive). */
  from?: RawBuilder<unknown> | undefined;
  before?: RawBuilder<unknown> | undefined;
}

export const idArray = (ids: readonly number[]) => sql`${[...ids]}::bigint[]`;

const all = (conditions: readonly Expression<SqlBool>[]) => sql<SqlBool>`${sql.join(conditions, sql` and `)}`;

/** Selects `order_id`, `placed_at`, and `shop_id` for parts, of matching entries of `order_search` or some of them. */
export function matchingEntries(
  match: TextMatch,
  scope: Scope,
  entries: RawBuilder<unknown> = sql`order_search`,
): RawBuilder<unknown> {
  const { isPart, shops, facts } = scope;
  const fits = all([...match.conditions, ...entryConditions(scope)]);
  if (!isPart)
    return sql`select order_id, placed_at, null::bigint as shop_id from ${entries} line where ${fits}`;
  const own = [
    shops ? sql<SqlBool>`shop_id = any(${shops})` : sql<SqlBool>`shop_id <> 0`,
    ...(facts
      ? [
          sql<SqlBool>`exists (select from unnest(line.facts) fact
          where fact / 1000 = shop_id and fact % 1000 = any(${idArray(facts)}))`,
        ]
      : []),
    ...(match.hasDigits
      ? [
          sql<SqlBool>`exists (select from (select part_text(line.text, place) as text) own
          where ${all(match.conditions)})`,
        ]
      : []),
  ];
  // An order has at most one part per shop.
  return sql`select line.order_id, line.placed_at, part.shop_id
    from ${entries} line cross join lateral unnest(line.shops) with ordinality as part (shop_id, place)
    where ${fits} and ${all(own)}`;
}

/** For each order of a page, this many entries are looked through before the index of the text is asked. */
const lookedThrough = 250;

/**
 * Selects the ids of the first `count` matching orders by time of placement, and of those of the same moment. Frequent
 * texts have them among the first entries; of rare ones the index finds all. A single statement would leave the choice
 * to the planner, which overestimates texts with a rare status: 0.8 s for a million orders instead of 20 ms.
 */
export function firstPlaced(
  match: TextMatch,
  scope: Scope,
  count: number,
  direction: 'asc' | 'desc',
): RawBuilder<unknown> {
  const first = (most: number) =>
    sql`order by placed_at ${sql.raw(direction)} fetch first (${sql.lit(most)}) rows with ties`;
  const latest = sql`(select * from order_search where ${all([sql<SqlBool>`true`, ...timeConditions(scope)])}
    ${first(lookedThrough * count)})`;
  const isEntry = scope.isPart
    ? sql`orders.parent_id = entry.order_id and orders.shop_id = entry.shop_id`
    : sql`orders.id = entry.order_id`;
  return sql`with latest as materialized (${matchingEntries(match, scope, latest)} ${first(count)}),
      indexed as (select * from (${matchingEntries(match, scope)} offset 0) found
        where (select count(*) from latest) < ${sql.lit(count)} ${first(count)})
    select orders.id from (select * from latest union all select * from indexed) entry join orders on ${isEntry}`;
}

function entryConditions(scope: Scope): Expression<SqlBool>[] {
  const { isPart, shops, shopIds, facts } = scope;
  const keys = (ids: readonly number[]) =>
    shopIds
      ? idArray(shopIds.flatMap((shop) => ids.map((fact) => 1000 * shop + fact)))
      : sql`array(select shop * 1000 + fact from unnest(${shops}) shop, unnest(${idArray(ids)}) fact)`;
  return [
    ...(shops ? [sql<SqlBool>`shops && ${shops}`] : []),
    ...(facts ? [sql<SqlBool>`facts && ${isPart ? keys(facts) : idArray(facts)}`] : []),
    ...timeConditions(scope),
  ];
}

const timeConditions = ({ from, before }: Scope): Expression<SqlBool>[] => [
  ...(from ? [sql<SqlBool>`placed_at >= ${from}`] : []),
  ...(before ? [sql<SqlBool>`placed_at < ${before}`] : []),
];
