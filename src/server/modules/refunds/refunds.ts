import { type SqlBool, sql } from 'kysely';
import { parseSearch } from '@/contract/core/search';
import { parseOrderNumber } from '@/contract/orders/written-number';
import { refunds } from '@/contract/refunds';
import { dayConditions } from '@/server/core/business-time';
import { isAdmin } from '@/server/core/context';
import { escapeLike } from '@/server/core/db/like';
import { saysIn } from '@/server/core/db/search';
import { AppError } from '@/server/core/errors';
import type { JsonRecord } from '@/server/core/json-record';
import { isId, wholeNumber } from '@/server/core/numbers';
import type { ServiceOptions } from '@/server/core/resource/options';
import { type ResourceService, resourceService } from '@/server/core/resource/service';
import { assertConfirmed } from '@/server/core/sessions';
import { decideRefund } from './decide-refund';
import { coversShops, refundPolicy } from './policy';
import { presentRefundDetails, presentRefunds, refundIncludes } from './presenter';
import { requestRefund } from './request-refund';

/** The engine over refunds; with `shopId`, sums are of that shop's goods only. */
function engineFor(shopId: number | null): ResourceService {
  return resourceService(refunds, {
    table: 'refunds',
    policy: refundPolicy,
    relations: { refund_reason: { column: 'refund_reason_id', table: 'refund_reasons' } },
    include: refundIncludes,
    conditions,
    contacts: ['customer_email'],
    present: (ctx, rows) => presentRefunds(ctx, rows, shopId),
  });
}

const conditions: NonNullable<ServiceOptions['conditions']> = {
  name: (_eb, value, _ctx, { reading }) => saysIn(sql.ref('refunds.title'), value, reading),
  tracking_number: (_eb, value) => orderNumbered(value),
  ...dayConditions('decided', 'refunds.decided_at'),
  shop_id: (_eb, value) => coversShops(isId(value) ? [Number(value)] : []),
  'shop.slug': (_eb, value) => sql<SqlBool>`exists (select 1 from refund_lines l
    join shops s on s.id = l.shop_id where l.refund_id = refunds.id and s.slug in (${sql.join(value.split(','))}))`,
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

/** The shop that a list is filtered by. */
function shopFilter({ shop_id, search }: JsonRecord): number | null {
  const pair = parseSearch(typeof search === 'string' ? search : '').find(({ key }) => key === 'shop_id');
  return wholeNumber(shop_id ?? pair?.value) ?? null;
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
  list: (ctx, query) => engineFor(shopFilter(query)).list(ctx, query),
  exportList: (ctx, query) => engineFor(shopFilter(query)).exportList(ctx, query),
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
