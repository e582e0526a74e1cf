import { type Expression, type SqlBool, sql } from 'kysely';
import { areSeveral, wordsSearched } from '@/server/modules/catalogue/products/product-search';
import { all, matchingEntries, type Said, type Whose } from './order-search-lines';

/**
 * Those whose buyer is this; `buyer` stands for the whole order in the condition. Few have one buyer, and they are found
 * first: the planner expects thousands, and would look for them through a million in the order of the list.
 */
const boughtBy = (isPart: boolean, condition: Expression<SqlBool>) =>
  sql<SqlBool>`orders.${sql.ref(isPart ? 'parent_id' : 'id')} = any(array(select buyer.id from orders buyer
    where buyer.parent_id is null and ${condition}))`;

/** Parts that one customer bought: a shop has an index of its parts by what they are, and not by who bought them. */
export const ofCustomer = (id: string) =>
  /^\d{1,15}$/.test(id)
    ? boughtBy(true, sql<SqlBool>`buyer.customer_id = ${id}::bigint and buyer.deleted_at is null`)
    : sql<SqlBool>`false`;

/** A number, as it stands in an order's address: the day and six digits. */
export const isOrderNumber = (text: string) => /^\d{14}$/.test(text);

/**
 * What stands in the search box of orders: a number or a part of one; a phone, its digits written in any way; an e-mail
 * address or its beginning; words of a name, as in the box of products. What is whole is found by an index of its own.
 */
export function byOrderBox(text: string, whose: Whose): Expression<SqlBool> {
  const { isPart } = whose;
  const asked = text.trim();
  if (asked.includes('@')) return byEmail(asked, isPart);
  if (saidBy(asked) === undefined) return byWholeDigits(asked.replace(/\D/g, ''), isPart);
  const said = saidIn(asked);
  if (!said) return sql<SqlBool>`false`;
  const lines = matchingEntries(said, whose);
  if (isPart) return sql<SqlBool>`(orders.parent_id, orders.shop_id) in (${lines})`;
  // Of several words, what they have in common is found first, as in the box of products.
  const first = areSeveral(asked) && !isDigits(asked) ? sql`offset 0` : sql``;
  return sql<SqlBool>`orders.id in (select order_id from (${lines} ${first}) line)`;
}

/** What the line of an order should say; undefined where that is not what is looked through, or nothing is asked. */
export function saidIn(text: string): Said | undefined {
  const asked = text.trim();
  const conditions = saidBy(asked);
  return conditions?.length ? { conditions, hasDigits: /\d/.test(asked) } : undefined;
}

/** What is whole is found by an index of its own, and the beginning of a number by its days; all else by what its line says. */
export type OrderAsked =
  | { exactly: Expression<SqlBool>; isOfDays: boolean }
  | { said: Expression<SqlBool>[]; digits: string | null };

/** How a text of the search for everything is looked up among whole orders, or among shops' parts. */
export function orderAsked(text: string, isPart: boolean, now: Date): OrderAsked {
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
  const said = saidBy(asked);
  if (said === undefined) return { exactly: byOrderBox(asked, { isPart }), isOfDays: false };
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
export const partSays = (said: readonly Expression<SqlBool>[]) =>
  sql<SqlBool>`exists (select from order_text(orders.tracking_number, orders.customer_name,
    orders.customer_contact, orders.customer_email) as text where ${all(said)})`;

/** What the line of a whole order in `order_search` should say; undefined where that is not what is looked through. */
function saidBy(asked: string): Expression<SqlBool>[] | undefined {
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
