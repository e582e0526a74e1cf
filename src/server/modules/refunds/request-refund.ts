import { type ReturnedPieces, refundMoney, toPieces } from '@/contract/refunds/money';
import { type RefundableLine, requestRefundSchema } from '@/contract/refunds/schema';
import type { Ctx } from '@/server/core/context';
import { AppError, rejectField } from '@/server/core/errors';
import type { JsonRecord } from '@/server/core/json-record';
import { settingsOptions } from '@/server/core/settings';
import { validate } from '@/server/core/validate';
import { type LockedOrder, lockRoot, recordEvent } from '@/server/modules/orders/lock-order';
import { notifyRefundRequested } from './emails';
import { insertRefund } from './insert-refund';
import { findRefundable, findRootId, refundedDelivery } from './refundable';

const hour = 3600_000;

/**
 * `POST refunds`: by the customer, or by an administrator on their behalf, for goods handed over and paid. Its shops
 * answer within a clock (rules/refunds: a shop answers within a clock). Returns the id. Throws NOT_FOUND,
 * REFUND_ONLY_ALLOWED_FOR_MAIN_ORDER, ORDER_ALREADY_HAS_REFUND_REQUEST, REFUND_NOT_POSSIBLE, REFUND_PERIOD_OVER,
 * VALIDATION_FAILED at `lines`.
 */
export async function requestRefund(ctx: Ctx, body: JsonRecord): Promise<number> {
  const input = await validate(requestRefundSchema, body);
  const order = await lockRoot(ctx, await findRootId(ctx, input.order_id));
  const { lines, refusal } = await findRefundable(ctx, order);
  if (refusal) throw new AppError(refusals[refusal]);
  const money = requestedMoney(order, lines, requestedPieces(input.lines, lines));
  const { returnHours } = await settingsOptions(ctx);
  const id = await insertRefund(ctx, order, {
    kind: 'goods',
    part: null,
    about: input,
    money,
    amount: sumOf(money, 'amount'),
    wallet: sumOf(money, 'wallet'),
    answerUntil: new Date(ctx.now.getTime() + returnHours * hour),
  });
  for (const part of order.parts) {
    if (!money.some(({ lineId }) => partOf(order, lineId) === part.id)) continue;
    await recordEvent(ctx, part, { kind: 'refund', to: 'pending' });
  }
  await notifyRefundRequested(ctx, order, id);
  return id;
}

const refusals = {
  open: 'ORDER_ALREADY_HAS_REFUND_REQUEST',
  nothing: 'REFUND_NOT_POSSIBLE',
  period: 'REFUND_PERIOD_OVER',
} as const;

export const requestedMoney = (
  order: LockedOrder,
  lines: readonly RefundableLine[],
  requested: ReadonlyMap<number, number>,
): ReturnedPieces[] => refundMoney(lines.map(toPieces), requested, { refunded: refundedDelivery(order) });

interface AskedLine {
  order_line_id: number | null;
  quantity: number;
}

/** Pieces by line id: as requested, or all that is left. Throws VALIDATION_FAILED at `lines`. */
export function requestedPieces(
  given: readonly AskedLine[] | null | undefined,
  lines: readonly RefundableLine[],
): Map<number, number> {
  if (!given || given.length === 0) {
    return new Map(lines.filter(({ left }) => left > 0).map(({ id, left }) => [id, left]));
  }
  const requested = new Map<number, number>();
  for (const { order_line_id: id, quantity } of given) {
    const line = lines.find((one) => one.id === id);
    const pieces = (requested.get(Number(id)) ?? 0) + quantity;
    if (!line) rejectField('lines', 'error-refund-line');
    if (pieces > line.left) {
      rejectField('lines', 'error-refund-quantity');
    }
    requested.set(line.id, pieces);
  }
  return requested;
}

const partOf = ({ lines }: LockedOrder, lineId: number) => lines.find(({ id }) => id === lineId)?.order_id;

export const sumOf = (money: readonly ReturnedPieces[], key: 'amount' | 'wallet') =>
  money.reduce((sum, one) => sum + one[key], 0);
