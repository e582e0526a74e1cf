import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { moneyFilters, shipByFilters } from '@/contract/orders';
import { orderStatuses, paymentGateways, paymentStatuses } from '@/contract/orders/status';
import { businessDay } from '@/contract/settings/business-day';
import { dayConditions, dayIn, startOfDay } from '@/server/core/business-time';
import { type Ctx, isAdmin } from '@/server/core/context';
import { rejectValue } from '@/server/core/errors';
import { parseId } from '@/server/core/numbers';
import { type CheckedList, requiresAll } from '@/server/core/resource/list-query';
import { type Condition, refersToSlug } from '@/server/core/resource/relations';
import { seesContacts } from '@/server/core/rights/contacts';
import { orderShopIds } from '../policy';
import {
  customerCondition,
  idArray,
  orderBoxCondition,
  parseTextMatch,
  type Scope,
  type TextMatch,
} from '../search/order-search';

/** Search keys of a shop; two of them are a duplicate filter. */
export const shopKeys: readonly string[] = ['shop', 'shop_id', 'shop.slug'];

/** Conditions of keys that are not plain columns, for parts or whole orders. */
export function orderConditions(isPart: boolean): Record<string, Condition> {
  return {
    tracking_number: (_eb, value, ctx, query) =>
      orderBoxCondition(value, scopeOf(ctx, query, isPart), query.orderBy),
    ...(isPart && { customer_id: (_eb, value) => customerCondition(value) }),
    ...dayConditions('created', 'orders.created_at'),
    ...dayConditions('paid', 'orders.paid_at'),
    shop: refersToSlug({ column: 'shop_id', table: 'shops' }),
    money: (_eb, value) => moneyConditions[moneyFilters.find((one) => one === value) ?? rejectValue('money')],
    is_own_purchase: ownPurchaseCondition,
    ship_by: (_eb, value, { now }) =>
      deadlineConditions(now)[shipByFilters.find((one) => one === value) ?? rejectValue('ship_by')],
  };
}

/** What must be assembled, by the business day of the deadline; rows without one wait for nothing. */
function deadlineConditions(now: Date): Record<(typeof shipByFilters)[number], RawBuilder<SqlBool>> {
  const tomorrow = startOfDay(businessDay(now), 1);
  return {
    late: sql<SqlBool>`orders.ship_by < ${now}`,
    today: sql<SqlBool>`(orders.ship_by >= ${now} and orders.ship_by < ${tomorrow})`,
    later: sql<SqlBool>`orders.ship_by >= ${tomorrow}`,
  };
}

/** Nobody but an administrator learns what is marked. */
const ownPurchaseCondition: Condition = (_eb, value, ctx) => {
  if (!isAdmin(ctx)) return sql<SqlBool>`false`;
  return value === 'true' || value === '1'
    ? sql<SqlBool>`orders.is_own_purchase`
    : sql<SqlBool>`not orders.is_own_purchase`;
};

/** The second one is `isPartlyRefunded` in SQL, the first one the orders of `standingStatuses`. */
const moneyConditions = {
  'in-revenue': sql<SqlBool>`orders.order_status not in ('order-cancelled', 'order-failed')`,
  'partly-refunded': sql<SqlBool>`(orders.refunded_amount > 0 and orders.order_status <> 'order-refunded')`,
} as const satisfies Record<(typeof moneyFilters)[number], RawBuilder<SqlBool>>;

/** What a list asks of `order_search`: a text, and where it is searched for. */
export interface TextSearch {
  match: TextMatch;
  scope: Scope;
}

/** Filters that `order_search` can answer along with the text. */
const factKeys = ['order_status', 'payment_status', 'payment_gateway'] as const;
const searchedKeys: readonly string[] = ['tracking_number', ...factKeys, 'created_from', 'created_to'];

/** The query in terms of `order_search`, if it can answer all of it: a text plus known filters. */
export function toTextSearch(ctx: Ctx, query: CheckedList, isPart: boolean): TextSearch | undefined {
  const pairs = requiredPairs(query);
  const known = [...searchedKeys, ...(isPart ? shopKeys : [])];
  const text = pairs.find(({ key }) => key === 'tracking_number')?.value;
  const isDuplicate = new Set(pairs.map(placeOf)).size < pairs.length;
  // The index knows the contacts, too.
  if (text === undefined || isDuplicate || !requiresAll(query) || !seesContacts(ctx)) return undefined;
  if (!pairs.every(({ key }) => known.includes(key))) return undefined;
  const match = parseTextMatch(text);
  const scope = scopeOf(ctx, query, isPart);
  const facts = factsOf(query);
  // Status and payment of a part are indexed together with its shop.
  if (!match || (isPart && facts && !scope.shops)) return undefined;
  return { match, scope: { ...scope, facts, ...placedIn(query) } };
}

/** The shops whose parts a list shows, unless it asks for one of them or for a number, phone or e-mail. */
export function listedShops(ctx: Ctx, query: CheckedList): number[] | undefined {
  const isNarrow = requiredPairs(query).some(
    ({ key, value }) => shopKeys.includes(key) || (key === 'tracking_number' && !parseTextMatch(value)),
  );
  return isAdmin(ctx) || isNarrow ? undefined : orderShopIds(ctx);
}

/** Search keys and filters that must match each row. */
const requiredPairs = (query: CheckedList) => [
  ...(requiresAll(query) ? query.search : []),
  ...Object.entries(query.filters).map(([key, value]) => ({ key, value })),
];

const placeOf = ({ key }: { key: string }) => (shopKeys.includes(key) ? 'shop' : key);

const filterValue = (query: CheckedList, name: string) =>
  requiredPairs(query).find(({ key }) => key === name)?.value;

/** The same as `order_fact` in SQL; as numbers, because the planner knows how frequent each is. */
function factsOf(query: CheckedList): number[] | undefined {
  const [status, payment, gateway] = factKeys.map((key) => filterValue(query, key));
  if (status === undefined && payment === undefined && gateway === undefined) return undefined;
  const places = (all: readonly string[], asked: readonly string[] | undefined) =>
    (asked ?? all).map((one) => all.indexOf(one) + 1).filter((place) => place > 0);
  return places(orderStatuses, status?.split(',')).flatMap((first) =>
    places(paymentStatuses, payment?.split(',')).flatMap((second) =>
      places(paymentGateways, gateway === undefined ? undefined : [gateway]).map(
        (third) => 100 * first + (third <= 5 ? 5 * second + third : 10 * third + second - 5),
      ),
    ),
  );
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
  return { hidesContacts: !seesContacts(ctx), ...shopsIn(ctx, query, isPart) };
}

function shopsIn(ctx: Ctx, query: CheckedList, isPart: boolean): Scope {
  if (!isPart) return { isPart };
  const own = isAdmin(ctx) ? undefined : orderShopIds(ctx);
  const asked = requiredPairs(query).find(({ key }) => shopKeys.includes(key));
  if (!asked) return own ? { isPart, ...knownShops(own) } : { isPart };
  if (asked.key === 'shop_id') {
    const id = parseId(asked.value);
    return { isPart, ...knownShops(!own || own.includes(id) ? [id] : []) };
  }
  const mine = own ? sql`and id = any(${idArray(own)})` : sql``;
  return {
    isPart,
    shops: sql`array(select id from shops where slug = any(${asked.value.split(',')}::text[]) ${mine})`,
  };
}

const knownShops = (shops: readonly number[]) => ({ shops: idArray(shops), shopIds: shops });
