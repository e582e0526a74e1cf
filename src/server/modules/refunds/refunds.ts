import { type SqlBool, sql } from 'kysely';
import { parseSearch } from '@/contract/core/search';
import { parseOrderNumber } from '@/contract/orders/written-number';
import { refunds } from '@/contract/refunds';
import { dayConditions } from '@/server/core/business-time';
import { type Ctx, isAdmin } from '@/server/core/context';
import { escapeLike } from '@/server/core/db/like';
import { saysIn } from '@/server/core/db/search';
import { AppError } from '@/server/core/errors';
import type { JsonRecord } from '@/server/core/json-record';
import { isId, wholeNumber } from '@/server/core/numbers';
import type { ServiceOptions } from '@/server/core/resource/options';
import { toIdArray } from '@/server/core/resource/relations';
import { type ResourceService, resourceService } from '@/server/core/resource/service';
import { assertConfirmed } from '@/server/core/sessions';
import { orderShopIds } from '@/server/modules/orders/policy';
import { decideRefund } from './decide-refund';
import { coversShops, refundPolicy } from './policy';
import { presentRefundDetails, presentRefunds, refundIncludes } from './presenter';
import { requestRefund } from './request-refund';

/** The engine over refunds; with `shops`, sums are of the goods of these shops only. */
function engineFor(shops: readonly number[] | null): ResourceService {
  return resourceService(refunds, {
    table: 'refunds',
    policy: refundPolicy,
    relations: { refund_reason: { column: 'refund_reason_id', table: 'refund_reasons' } },
    include: refundIncludes,
    conditions,
    contacts: ['customer_email'],
    present: (ctx, rows) => presentRefunds(ctx, rows, shops),
  });
}

const conditions: NonNullable<ServiceOptions['conditions']> = {
  name: (_eb, value, _ctx, { reading }) => saysIn(sql.ref('refunds.title'), value, reading),
  tracking_number: (_eb, value) => orderNumbered(value),
  ...dayConditions('decided', 'refunds.decided_at'),
  shop_id: (_eb, value, ctx) =>
    coversShops(toIdArray(isId(value) && isOwnToAsk(ctx, Number(value)) ? [Number(value)] : [])),
  'shop.slug': (_eb, value, ctx) => coversShops(sql`array(${shopsCalled(ctx, value)})`),
  'type.slug': (_eb, value) => sql<SqlBool>`exists (select 1 from refund_lines l
    join order_lines o on o.id = l.order_line_id join products p on p.id = o.product_id join groups g on g.id = p.type_id
    where l.refund_id = refunds.id and g.slug in (${sql.join(value.split(','))}))`,
  'refund_policy.slug': (_eb, value) => sql<SqlBool>`refunds.refund_policy_id in
    (select id from refund_policies where slug in (${sql.join(value.split(','))}))`,
};

/** By the short number of the order, or by the long one or a part of it. */
function orderNumbered(text: string) {
  const typed = parseOrderNumber(text);
  const long = typed?.isLong ? typed.number : text.trim().replace(/^[№#]\s*/, '');
  const byLong = byNumber(`%${escapeLike(long)}%`);
  if (!typed || typed.isLong) return byLong;
  const byShort = sql<SqlBool>`refunds.order_id in (select id from orders
    where short_number = ${typed.number} and parent_id is null)`;
  return typed.isCertain ? byShort : sql<SqlBool>`(${byShort} or ${byLong})`;
}

/**
 * The trigram index of `order_search` narrows the candidates; its text contains more than the number, so the number
 * is compared again.
 */
const byNumber = (pattern: string) => sql<SqlBool>`(refunds.order_id in
  (select line.order_id from order_search line where line.text like ${pattern})
  and exists (select 1 from orders o where o.id = refunds.order_id and o.tracking_number like ${pattern}))`;

/** Whoever handles orders learns of a refund by own shops only, although it may have goods of others, too. */
function isOwnToAsk(ctx: Ctx, id: number): boolean {
  const own = orderShopIds(ctx);
  return isAdmin(ctx) || own.length === 0 || own.includes(id);
}

/** The same of slugs, separated by commas. */
function shopsCalled(ctx: Ctx, slugs: string) {
  const own = isAdmin(ctx) ? [] : orderShopIds(ctx);
  return sql<{ id: number }>`select id from shops where slug = any(${slugs.split(',')}::text[])
    and (${own.length === 0} or id = any(${toIdArray(own)}))`;
}

/** Shops whose goods alone a list sums up: the one whose list it is, and those that a vendor filters by. */
async function summedShops(ctx: Ctx, { shop_id, search }: JsonRecord): Promise<readonly number[] | null> {
  const pairs = parseSearch(typeof search === 'string' ? search : '');
  const asked = (name: string) => pairs.find(({ key }) => key === name)?.value;
  const shop = wholeNumber(shop_id ?? asked('shop_id'));
  if (shop !== undefined) return [shop];
  const slugs = asked('shop.slug');
  if (slugs === undefined || isAdmin(ctx)) return null;
  const { rows } = await shopsCalled(ctx, slugs).execute(ctx.db);
  return rows.map(({ id }) => id);
}

const whole = engineFor(null);

const rejectAction = async (): Promise<never> => {
  throw new AppError('ACTION_NOT_VALID');
};

/**
 * Refunds: requested by the customer, or by an administrator on their behalf, decided by administrators, visible to the
 * shops concerned. Only a rejected refund can be removed.
 */
export const refundsService: ResourceService = {
  ...whole,
  list: async (ctx, query) => engineFor(await summedShops(ctx, query)).list(ctx, query),
  async *exportList(ctx, query) {
    yield* engineFor(await summedShops(ctx, query)).exportList(ctx, query);
  },
  get: async (ctx, key) => presentRefundDetails(ctx, await whole.get(ctx, key)),
  create: async (ctx, body) => refundsService.get(ctx, String(await requestRefund(ctx, body))),
  async update(ctx, key, body) {
    if (ctx.user && isAdmin(ctx)) await assertConfirmed({ ...ctx, user: ctx.user });
    await decideRefund(ctx, key, body, async () => refundsService.get(ctx, key));
    return refundsService.get(ctx, key);
  },
  async remove(ctx, key) {
    const row = await whole.get(ctx, key);
    if (row.status !== 'rejected') throw new AppError('ACTION_NOT_VALID');
    await whole.remove(ctx, key);
  },
  // Each refund moves money, so it is decided on its own.
  bulkRemove: rejectAction,
  bulkSet: rejectAction,
  bulkUndo: rejectAction,
};
