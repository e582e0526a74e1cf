import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import { areSeveral, wordsSearched } from '@/server/modules/catalogue/products/product-search';

/**
 * Those whose buyer is this; `buyer` stands for the whole order in the condition. Few have one buyer, and they are found
 * first: the planner expects thousands, and would look for them through a million in the order of the list.
 */
const boughtBy = (isPart: boolean, condition: Expression<SqlBool>) =>
  sql<SqlBool>`orders.${sql.ref(isPart ? 'parent_id' : 'id')} = any(array(select buyer.id from orders buyer
    where buyer.parent_id is null and ${condition}))`;

/** Parts that one customer bought: a shop has an index of its parts by what they are, and not by who bought them. */
export const customerCondition = (id: string) =>
  /^\d{1,15}$/.test(id)
    ? boughtBy(true, sql<SqlBool>`buyer.customer_id = ${id}::bigint and buyer.deleted_at is null`)
    : sql<SqlBool>`false`;

/** A number, as it stands in an order's address: the day and six digits. */
export const isOrderNumber = (text: string) => /^\d{14}$/.test(text);

/**
 * What stands in the search box of orders: a number or a part of one; a phone, its digits written in any way; an e-mail
 * address or its beginning; words of a name, as in the box of products. What is whole is found by an index of its own.
 */
export function orderBoxCondition(text: string, whose: Whose): Expression<SqlBool> {
  const { isPart } = whose;
  const asked = text.trim();
  if (asked.includes('@')) return byEmail(asked, isPart);
  if (textConditions(asked) === undefined) return byWholeDigits(asked.replace(/\D/g, ''), isPart);
  const said = parseTextMatch(asked);
  if (!said) return sql<SqlBool>`false`;
  const lines = matchingEntries(said, whose);
  if (isPart) return sql<SqlBool>`(orders.parent_id, orders.shop_id) in (${lines})`;
  // Of several words, what they have in common is found first, as in the box of products.
  const first = areSeveral(asked) && !isDigits(asked) ? sql`offset 0` : sql``;
  return sql<SqlBool>`orders.id in (select order_id from (${lines} ${first}) line)`;
}

/** What the line of an order should say; undefined where that is not what is looked through, or nothing is asked. */
export function parseTextMatch(text: string): Said | undefined {
  const asked = text.trim();
  const conditions = textConditions(asked);
  return conditions?.length ? { conditions, hasDigits: /\d/.test(asked) } : undefined;
}

/** What is whole is found by an index of its own, and the beginning of a number by its days; all else by what its line says. */
export type OrderLookup =
  | { exactly: Expression<SqlBool>; isOfDays: boolean }
  | { said: Expression<SqlBool>[]; digits: string | null };

/** How a text of the search for everything is looked up among whole orders, or among shops' parts. */
export function parseOrderLookup(text: string, isPart: boolean, now: Date): OrderLookup {
  const asked = text.trim();
  const digits = asked.replace(/\D/g, '');
  const days = isDigits(asked) ? daysOf(digits, now) : undefined;
  if (days) {
    const [from, to] = days;
    return {
      exactly: sql<SqlBool>`(${byWholeDigits(digits, isPart)} and orders.created_at between ${from} and ${to})`,
      isOfDays: true,
    };
  }
  const said = textConditions(asked);
  if (said === undefined) return { exactly: orderBoxCondition(asked, { isPart }), isOfDays: false };
  return { said, digits: isDigits(asked) ? digits : null };
}

/**
 * A number begins with its day, so its beginning says when the order was placed, give or take a day; and orders are found
 * by their time where all lines have these digits.
 */
function daysOf(digits: string, now: Date): [from: Date, to: Date] | undefined {
  const [, year = '', month = '', day = ''] =
    /^(20\d\d)(0\d?|1[0-2]?)?([0-3]\d?)?\d{0,6}$/.exec(digits) ?? [];
  if (year === '' || Number(year) < 2020 || Number(year) > now.getUTCFullYear() + 1) return undefined;
  // Digits of the middle or the end of a number, then.
  if (month.length < Math.min(digits.length - 4, 2)) return undefined;
  if (day.length < Math.min(digits.length - 6, 2) || Number(day) > 31) return undefined;
  const bound = (sign: string, at: number, otherwise: string) =>
    Math.min(Math.max(Number((otherwise || '').padEnd(2, sign)), 1), at);
  const from = Date.UTC(Number(year), bound('0', 12, month) - 1, bound('0', 31, day));
  const to = Date.UTC(Number(year), bound('9', 12, month) - 1, bound('9', 31, day));
  return [new Date(from - dayMs), new Date(to + 2 * dayMs)];
}

const dayMs = 24 * 3600_000;

/** True of a shop's part whose own line says all of this: the whole's has the numbers of other shops' parts, too. */
export const partMatches = (said: readonly Expression<SqlBool>[]) =>
  sql<SqlBool>`exists (select from order_text(orders.tracking_number, orders.customer_name,
    orders.customer_contact, orders.customer_email) as text where ${all(said)})`;

/** What the line of a whole order in `order_search` should say; undefined where that is not what is looked through. */
function textConditions(asked: string): Expression<SqlBool>[] | undefined {
  if (asked.includes('@')) return undefined;
  if (!isDigits(asked)) return wordsSearched(asked);
  const digits = asked.replace(/\D/g, '');
  if (beginsWithDay(digits) || isPhone(digits)) return undefined;
  return [sql<SqlBool>`text like ${digits.length < 3 ? `% ${digits}%` : `%${digits}%`}`];
}

const isDigits = (asked: string) => /\d/.test(asked) && /^[№#]?[\d\s()+.–-]+$/.test(asked);

/** 8 in front is what +7 is when it is dialled at home. */
const isPhone = (digits: string) => /^[78]\d{10}$/.test(digits);

/** A day of this century and what follows it in a number: three letters of it stand in every line. */
const beginsWithDay = (digits: string) => /^20\d\d(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])\d{0,6}$/.test(digits);

function byWholeDigits(digits: string, isPart: boolean): Expression<SqlBool> {
  if (isPhone(digits))
    return boughtBy(isPart, sql<SqlBool>`phone_tail(buyer.customer_contact) = ${digits.slice(1)}`);
  const most = digits.padEnd(14, '9');
  return sql<SqlBool>`orders.tracking_number between ${digits} and ${most}`;
}

function byEmail(asked: string, isPart: boolean): Expression<SqlBool> {
  const begin = `${asked.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`;
  return boughtBy(isPart, sql<SqlBool>`lower(buyer.customer_email) like ${begin}`);
}

/** What is looked for in the texts of `order_search`. */
export interface Said {
  conditions: readonly Expression<SqlBool>[];
  /** Numbers are meant, too: a shop's part has its own, its line those of others beside it. */
  hasDigits: boolean;
}

/** Which orders are looked for: whole ones, or shops' parts. */
export interface Whose {
  isPart: boolean;
  /** Of these shops alone, an array in SQL. */
  shops?: RawBuilder<unknown> | undefined;
  /** With one of these alone, an array in SQL of what `order_fact` says of whole orders; of parts where there are `shops`. */
  facts?: RawBuilder<unknown> | undefined;
  /** Placed from a moment on, and before another. */
  from?: RawBuilder<unknown> | undefined;
  before?: RawBuilder<unknown> | undefined;
}

export const all = (conditions: readonly Expression<SqlBool>[]) =>
  sql<SqlBool>`${sql.join(conditions, sql` and `)}`;

/** A select of what has such a line, as `order_id` and, of a part, `shop_id`; of some days alone where those are given. */
export function matchingEntries(said: Said, whose: Whose, days?: RawBuilder<unknown>) {
  const { isPart, shops, facts } = whose;
  const ofDays = days ? [sql<SqlBool>`array[(placed_at at time zone 'UTC')::date] && ${days}`] : [];
  const fits = all([...ofDays, ...said.conditions, ...entryConditions(whose)]);
  if (!isPart) return sql`select order_id, null::bigint as shop_id from order_search where ${fits}`;
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
  // An order has one part of a shop at most. Line by line, so that no more are read than are asked for.
  return sql`select line.order_id, part.shop_id
    from (select order_id, shops, facts, text from order_search where ${fits} offset 0) line
    cross join lateral (select shop_id from unnest(line.shops) with ordinality as part (shop_id, place)
      where ${all(own)} offset 0) part`;
}

/** What is asked beside the text, of the line itself. */
function entryConditions({ isPart, shops, facts, from, before }: Whose): Expression<SqlBool>[] {
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
 * About how many lines say this, where they are surely more than `most`; else null. Of a million four thousand are looked
 * at, page by page: what stands side by side, as that of one month does, is not taken for sure.
 */
export function estimateAbove(most: number, said: Said, whose: Whose): RawBuilder<number | null> {
  const lines = sql`(select reltuples from pg_class where oid = 'order_search'::regclass)`;
  const fits = all([...said.conditions, ...entryConditions(whose)]);
  return sql`(select case when hits >= 60 and pages >= 30 and hits * ${lines} / looked >= ${Math.round(1.75 * most)}::integer
      then (hits * ${lines} / looked)::integer end
    from (select count(*) as looked, count(*) filter (where fits) as hits, count(distinct page) filter (where fits) as pages
      from (select (${fits}) as fits, (ctid::text::point)[0] as page
        from order_search tablesample system ((select case when ${lines} > ${10 * most}::integer
          then ${40 * most}::integer / ${lines} else 0 end)) repeatable (0) offset 0) line) sample)`;
}

/**
 * A select of the ids of the latest `count` orders that have such a line, and perhaps of more. The newest day is looked
 * through first, then the four before it, the sixteen before those: what many orders have is soon found, and what few
 * have is read as a whole. Set apart, neither step is planned as a look through all orders in their order.
 */
export function latestMatching(said: Said, whose: Whose, count: number): RawBuilder<unknown> {
  const first = sql`(4 ^ walk.step)::integer`;
  const days = sql`array(select (${newestOf(whose)} at time zone 'UTC')::date - passed
    from generate_series((${first} - 1) / 3, (4 * ${first} - 1) / 3 - 1) passed)`;
  return sql`with recursive walk (step, found, ids) as (
      select 0, 0, '{}'::bigint[]
      union all
      select walk.step + 1, walk.found + cardinality(next.ids), next.ids
      from walk cross join lateral (select array(${latestIds(said, whose, count, days)}) as ids offset 0) next
      where walk.found < ${count}::integer
        and walk.step < case when walk.found < ${sql.lit(many)} then ${sql.lit(steps)} else ${sql.lit(maxSteps)} end
    )
    select unnest(ids) from walk
    union all (select id from (${latestIds(said, whose, count)}) anywhere
      where (select max(found) from walk) < ${count}::integer)`;
}

/** With each the days are four times as many: three weeks in all, and a year where so many were found in those. */
const steps = 3;
const maxSteps = 5;
const many = 100;

const latestIds = (said: Said, whose: Whose, count: number, days?: RawBuilder<unknown>) =>
  sql`select id from (${matchingIds(said, whose, days)}) listed
    order by created_at desc, id desc limit ${count}::integer`;

/** A select of the `id` of each that has such a line, and of when it was placed. */
export function matchingIds(said: Said, whose: Whose, days?: RawBuilder<unknown>) {
  const row = whose.isPart
    ? sql`parent_id = line.order_id and shop_id = line.shop_id`
    : sql`id = line.order_id`;
  return sql`select listed.id, listed.created_at from (${matchingEntries(said, whose, days)} offset 0) line
    cross join lateral (select id, created_at from orders where ${row} and deleted_at is null offset 0) listed`;
}

/** When the latest of them was placed, or something later. */
function newestOf({ isPart, shops, before }: Whose) {
  const newest =
    isPart && shops
      ? sql`(select max(newest.created_at) from unnest(${shops}) shop cross join lateral (
          select created_at from orders where shop_id = shop and parent_id is not null and deleted_at is null
          order by created_at desc limit 1) newest)`
      : sql`(select created_at from orders where parent_id is null and deleted_at is null
          order by created_at desc limit 1)`;
  return before ? sql`least(${newest}, ${before})` : newest;
}
