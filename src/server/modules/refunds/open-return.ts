import { toMinor } from '@/contract/core/money';
import type { OpenReturnInput } from '@/contract/refunds/schema';
import type { UserCtx } from '@/server/core/context';
import { AppError, rejectField } from '@/server/core/errors';
import { type LockedOrder, recordEvent, type StoredPart } from '@/server/modules/orders/lock-order';
import { insertRefund, type RefundDraft } from './insert-refund';
import { type LockedRefund, lockRefund } from './lock-refund';
import { deliveryRefund, findPartRefundable, lockReturnable } from './refundable';
import { requestedMoney, requestedPieces, sumOf } from './request-refund';
import type { Inspection } from './return-goods';
import { settleForShops } from './settle-for-shops';

/**
 * `POST orders/{part}/returns`: the shop takes back goods of its part, or returns money without goods; it needs no
 * request, for it agrees already. Pieces decide the sum of goods; delivery and goodwill are limited by what is left of
 * them. Returns the refund's id. Throws NOT_FOUND, REFUND_NOT_POSSIBLE, VALIDATION_FAILED.
 */
export async function openReturn(ctx: UserCtx, key: string, input: OpenReturnInput): Promise<number> {
  const order = await lockReturnable(ctx, key);
  const part = order.target;
  const draft = await draftOf(ctx, order, input);
  const id = await insertRefund(ctx, order, { ...draft, kind: input.kind, part, about: input });
  await recordEvent(ctx, part, { kind: 'refund', to: 'pending' });
  await agree(ctx, id, input);
  return id;
}

async function agree(ctx: UserCtx, id: number, input: OpenReturnInput): Promise<void> {
  const locked = await lockRefund(ctx, String(id));
  const inspection = input.received && input.kind === 'goods' ? inspectionOf(locked, input) : undefined;
  await settleForShops(ctx, locked, { inspection, isAtTill: input.at_till });
}

function inspectionOf({ lines, shops }: LockedRefund, input: OpenReturnInput): Inspection {
  const writtenOff = new Map<number, number>();
  for (const { order_line_id, written_off } of input.lines ?? []) {
    const line = lines.find((one) => one.order_line_id === order_line_id);
    if (line && written_off) writtenOff.set(line.id, (writtenOff.get(line.id) ?? 0) + written_off);
  }
  return {
    shopIds: shops.map(({ shop_id }) => shop_id),
    writtenOff,
    reason: input.write_off_reason || null,
  };
}

async function draftOf(
  ctx: UserCtx,
  order: LockedOrder & { target: StoredPart },
  input: OpenReturnInput,
): Promise<Pick<RefundDraft, 'money' | 'amount' | 'wallet' | 'method'>> {
  const part = order.target;
  const found = await findPartRefundable(ctx, order, part);
  if (input.kind === 'goods') {
    if (found.lines.every(({ left }) => left === 0)) throw new AppError('REFUND_NOT_POSSIBLE');
    const money = requestedMoney(order, found.lines, requestedPieces(input.lines, found.lines));
    return { money, amount: sumOf(money, 'amount'), wallet: sumOf(money, 'wallet') };
  }
  const left = toMinor((input.kind === 'delivery' ? found.delivery_left : found.goodwill_left) ?? 0);
  if (left === 0) throw new AppError('REFUND_NOT_POSSIBLE');
  const amount = input.amount ? toMinor(input.amount) : input.kind === 'delivery' ? left : 0;
  if (amount === 0) reject('error-sum-required');
  if (amount > left) reject('error-return-limit');
  if (input.kind === 'delivery') return { money: [], ...deliveryRefund(order, part, amount) };
  // Nothing was paid with money, so there is no way back but points.
  const isPoints = toMinor(part.total) === toMinor(part.wallet_amount);
  return { money: [], amount, wallet: 0, ...(isPoints && { method: 'wallet' }) };
}

function reject(text: string): never {
  rejectField('amount', text);
}
