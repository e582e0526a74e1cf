import { type Expression, type SqlBool, sql } from 'kysely';
import { defaultSettings } from '@/contract/settings';
import { refuseValue } from '../errors';
import { wordsSearched } from './product-search';
import { type Condition, refersToSlug } from './resource-relations';

/** Ids of the orders whose line in `order_search` says this; parts are looked for among parts only. */
const among = (isPart: boolean, conditions: readonly Expression<SqlBool>[]) =>
  // Of several words, what they have in common is found first, as in the box of products.
  sql<SqlBool>`orders.id in (select order_id from order_search where ${isPart ? sql`is_part` : sql`not is_part`}
    and ${sql.join(conditions, sql` and `)} ${conditions.length > 1 ? sql`offset 0` : sql``})`;

/** A number, as it stands in an order's address: the day and six digits. */
export const isOrderNumber = (text: string) => /^\d{14}$/.test(text);

/**
 * What stands in the search box of orders: a number or a part of one; a phone, its digits written in any way; an e-mail
 * address or its beginning; words of a name, as in the box of products. What is whole is found by an index of its own.
 */
function byOrderBox(text: string, isPart: boolean): Expression<SqlBool> {
  const asked = text.trim();
  if (asked.includes('@')) return byEmail(asked);
  const digits = asked.replace(/\D/g, '');
  if (digits !== '' && /^[№#]?[\d\s()+.–-]+$/.test(asked)) return byDigits(digits, isPart);
  const words = wordsSearched(asked);
  return words.length > 0 ? among(isPart, words) : sql<SqlBool>`false`;
}

function byDigits(digits: string, isPart: boolean): Expression<SqlBool> {
  if (isOrderNumber(digits)) return sql<SqlBool>`orders.tracking_number = ${digits}`;
  // 8 in front is what +7 is when it is dialled at home.
  const phone = digits.length === 11 && /^[78]/.test(digits) ? digits.slice(1) : digits;
  const byPhone = sql<SqlBool>`phone_tail(orders.customer_contact) = ${phone}`;
  if (digits.length === 11 && phone.length === 10) return byPhone;
  const inText = among(isPart, [sql`text like ${digits.length < 3 ? `% ${digits}%` : `%${digits}%`}`]);
  return phone.length === 10 ? sql<SqlBool>`(${byPhone} or ${inText})` : inText;
}

function byEmail(asked: string): Expression<SqlBool> {
  const begin = `${asked.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`;
  return sql<SqlBool>`lower(orders.customer_email) like ${begin}`;
}

/** Search keys and filters of orders that are not simply a column; `isPart`: of shops' parts, else of whole orders. */
export function orderConditions(isPart: boolean): Record<string, Condition> {
  return {
    tracking_number: (_eb, value) => byOrderBox(value, isPart),
    created_from: (_eb, value) => sql<SqlBool>`orders.created_at >= ${startOf('created_from', value, 0)}`,
    created_to: (_eb, value) => sql<SqlBool>`orders.created_at < ${startOf('created_to', value, 1)}`,
    shop: refersToSlug({ column: 'shop_id', table: 'shops' }),
  };
}

/** When a business day begins, or one so many days later. Anything but a day of the calendar is VALIDATION_FAILED. */
function startOf(key: string, value: string, later: number) {
  const day = new Date(`${value}T00:00:00Z`);
  const isDay = !Number.isNaN(day.getTime()) && day.toISOString().slice(0, 10) === value;
  if (!isDay) refuseValue(key);
  return sql`((${value}::date + ${later}::int)::timestamp at time zone ${defaultSettings.timeZone})`;
}
