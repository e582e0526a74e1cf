import { sql } from 'kysely';
import { fromMinor, toDecimal, toMinor } from '@/contract/core/money';
import { paidStatuses } from '@/contract/orders/status';
import { type ReturnedPieces, refundMoneyOf } from '@/contract/refunds/money';
import {
  type Refundable,
  type RefundableLine,
  type RequestRefundInput,
  requestRefundSchema,
} from '@/contract/refunds/schema';
import { audit, changesBetween } from '@/server/core/audit';
import { type Ctx, isAdmin } from '@/server/core/context';
import { AppError } from '@/server/core/errors';
import { resolveFiles } from '@/server/core/files/file-rights';
import type { JsonRecord } from '@/server/core/json-record';
import { checkRelations } from '@/server/core/resource/relations';
import { settingsOptions } from '@/server/core/settings';
import { validate } from '@/server/core/validate';
import {
  findOrder,
  type LockedOrder,
  lockRoot,
  recordEvent,
  type StoredLine,
} from '@/server/modules/orders/lock-order';
import { vendorShares } from './decide-refund';
import { notifyRefundRequested } from './emails';

const day = 24 * 3600_000;

/**
 * `POST refunds`: by the customer, or by an administrator on their behalf, for goods handed over and paid. Returns the
 * id. Throws NOT_FOUND, REFUND_ONLY_ALLOWED_FOR_MAIN_ORDER, ORDER_ALREADY_HAS_REFUND_REQUEST, REFUND_NOT_POSSIBLE,
 * REFUND_PERIOD_OVER, VALIDATION_FAILED at `lines`.
 */
export async function requestRefund(ctx: Ctx, body: JsonRecord): Promise<number> {
  const input = await validate(requestRefundSchema, body);
  const order = await lockRoot(ctx, await rootIdOf(ctx, input.order_id));
  const { lines, refusal } = await findRefundable(ctx, order);
  if (refusal) throw new AppError(refusals[refusal]);
  const requested = requestedPieces(input, lines);
  const money = refundMoneyOf(lines.map(toPieces), requested);
  const amount = sumOf(money, 'amount');
  if (amount === 0) throw new AppError('REFUND_NOT_POSSIBLE');
  await checkRelations(ctx, relations, input);
  const id = await insertRefund(ctx, order, input, money);
  await insertLines(ctx, id, order, money);
  for (const part of order.parts) {
    if (!money.some(({ lineId }) => partOf(order, lineId) === part.id)) continue;
    await recordEvent(ctx, part, { kind: 'refund', to: 'pending' });
  }
  await audit(ctx, {
    family: 'refunds',
    id,
    action: 'create',
    changes: changesBetween({}, { order_id: order.root.id, amount: fromMinor(amount), status: 'pending' }),
  });
  await notifyRefundRequested(ctx, order, id);
  return id;
}

const refusals = {
  open: 'ORDER_ALREADY_HAS_REFUND_REQUEST',
  nothing: 'REFUND_NOT_POSSIBLE',
  period: 'REFUND_PERIOD_OVER',
} as const;

const relations = {
  refund_reason: { column: 'refund_reason_id', table: 'refund_reasons' },
  refund_policy: { column: 'refund_policy_id', table: 'refund_policies' },
} as const;

/** The whole order, if the user may request a refund for it. */
async function rootIdOf(ctx: Ctx, key: number | string): Promise<number> {
  const row = await findOrder(ctx, key);
  const isOwn = row && ctx.user && row.customer_id === ctx.user.id;
  if (!row || !(isOwn || isAdmin(ctx))) throw new AppError('NOT_FOUND');
  if (row.parent_id !== null) throw new AppError('REFUND_ONLY_ALLOWED_FOR_MAIN_ORDER');
  return row.id;
}

/** `GET orders/{id}/refundable`: refundable lines, or why there are none. Throws like `requestRefund`. */
export async function getRefundable(ctx: Ctx, key: string): Promise<Refundable> {
  const order = await lockRoot(ctx, await rootIdOf(ctx, key));
  const found = await findRefundable(ctx, order);
  return {
    order_id: order.root.id,
    tracking_number: order.root.tracking_number,
    short_number: order.root.short_number,
    ...found,
  };
}

async function findRefundable(ctx: Ctx, order: LockedOrder): Promise<Pick<Refundable, 'lines' | 'refusal'>> {
  const paid = order.parts.filter(
    ({ order_status, payment_status }) =>
      order_status === 'order-completed' && paidStatuses.includes(payment_status),
  );
  const { refundDays } = await settingsOptions(ctx);
  const since = isAdmin(ctx) ? 0 : ctx.now.getTime() - refundDays * day;
  const inTime = paid.filter(
    ({ completed_at, updated_at }) => (completed_at ?? updated_at).getTime() >= since,
  );
  const ids = inTime.map(({ id }) => id);
  const shops = await shopsOf(ctx, order);
  const lines = order.lines
    .filter((line) => ids.includes(line.order_id))
    .map((line) => presentRefundableLine(line, shops.get(line.shop_id) ?? null));
  const hasLeft = lines.some(({ left }) => left > 0);
  const isOpen = await hasOpenRequest(ctx, order.root.id);
  const refusal = isOpen ? 'open' : hasLeft ? null : paid.length > inTime.length ? 'period' : 'nothing';
  return { refusal, lines: refusal ? [] : lines };
}

async function hasOpenRequest(ctx: Ctx, orderId: number): Promise<boolean> {
  const open = await ctx.db
    .selectFrom('refunds')
    .select('id')
    .where('order_id', '=', orderId)
    .where('origin', '=', 'request')
    .where('status', 'in', ['pending', 'processing'])
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return open !== undefined;
}

async function shopsOf(ctx: Ctx, { parts }: LockedOrder): Promise<Map<number, RefundableLine['shop']>> {
  const ids = parts.map(({ shop_id }) => shop_id);
  const rows = await ctx.db
    .selectFrom('shops')
    .select(['id', 'name', 'slug'])
    .where('id', 'in', ids)
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

function presentRefundableLine(line: StoredLine, shop: RefundableLine['shop']): RefundableLine {
  const { id, order_id, name, variation, quantity, refunded_quantity, total, delivery, wallet } = line;
  return {
    id,
    order_id,
    shop,
    name,
    variation,
    quantity,
    refunded_quantity,
    total,
    delivery,
    wallet,
    image: line.image as RefundableLine['image'],
    left: quantity - refunded_quantity,
  };
}

const toPieces = (line: RefundableLine) => ({
  id: line.id,
  partId: line.order_id,
  quantity: line.quantity,
  refunded: line.refunded_quantity,
  total: toMinor(line.total),
  delivery: toMinor(line.delivery),
  wallet: toMinor(line.wallet),
});

/** Pieces by line id: as requested, or all that is left. */
function requestedPieces(
  { lines: given }: RequestRefundInput,
  lines: readonly RefundableLine[],
): Map<number, number> {
  if (!given || given.length === 0) {
    return new Map(lines.filter(({ left }) => left > 0).map(({ id, left }) => [id, left]));
  }
  const requested = new Map<number, number>();
  for (const { order_line_id: id, quantity } of given) {
    const line = lines.find((one) => one.id === id);
    const pieces = (requested.get(Number(id)) ?? 0) + quantity;
    if (!line) throw new AppError('VALIDATION_FAILED', { fields: { lines: ['error-refund-line'] } });
    if (pieces > line.left) {
      throw new AppError('VALIDATION_FAILED', { fields: { lines: ['error-refund-quantity'] } });
    }
    requested.set(line.id, pieces);
  }
  return requested;
}

async function insertRefund(
  ctx: Ctx,
  { root }: LockedOrder,
  input: RequestRefundInput,
  money: readonly ReturnedPieces[],
): Promise<number> {
  const images = await resolveFiles(ctx, { kind: 'images' }, 'images', input.images, { as: 'private' });
  const { id } = await ctx.db
    .insertInto('refunds')
    .values({
      order_id: root.id,
      customer_id: root.customer_id,
      method: 'payment',
      amount: toDecimal(sumOf(money, 'amount')),
      wallet_amount: toDecimal(sumOf(money, 'wallet')),
      title: input.title || null,
      description: input.description || null,
      images: sql`${JSON.stringify(images ?? [])}::jsonb`,
      refund_reason_id: input.refund_reason_id ?? null,
      refund_policy_id: input.refund_policy_id ?? null,
      requested_by: ctx.user?.id ?? null,
      created_at: ctx.now,
      updated_at: ctx.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

async function insertLines(
  ctx: Ctx,
  refund_id: number,
  order: LockedOrder,
  money: readonly ReturnedPieces[],
) {
  const vendors = vendorShares(order, new Map(money.map(({ lineId, quantity }) => [lineId, quantity])));
  await ctx.db
    .insertInto('refund_lines')
    .values(
      money.map(({ lineId, quantity, amount, wallet }) => ({
        refund_id,
        order_line_id: lineId,
        quantity,
        shop_id: order.lines.find(({ id }) => id === lineId)?.shop_id ?? 0,
        amount: toDecimal(amount),
        wallet_amount: toDecimal(wallet),
        vendor_amount: toDecimal(vendors.get(lineId) ?? 0),
      })),
    )
    .execute();
}

const partOf = ({ lines }: LockedOrder, lineId: number) => lines.find(({ id }) => id === lineId)?.order_id;

const sumOf = (money: readonly ReturnedPieces[], key: 'amount' | 'wallet') =>
  money.reduce((sum, one) => sum + one[key], 0);
