import type { Selectable } from 'kysely';
import type * as yup from 'yup';
import { fromMinor, toDecimal } from '@/contract/core/money';
import { decideRefundSchema } from '@/contract/refunds/schema';
import { type RefundMethod, type RefundState, refundMethods, refundMoves } from '@/contract/refunds/states';
import { audit, changesBetween } from '@/server/core/audit';
import type { Ctx } from '@/server/core/context';
import type { DB } from '@/server/core/db/types';
import { AppError } from '@/server/core/errors';
import type { JsonRecord } from '@/server/core/resource/query';
import { validate } from '@/server/core/validate';
import {
  type LockedOrder,
  lockRoot,
  recordEvent,
  type StoredOrder,
} from '@/server/modules/orders/lock-order';
import { notifyRefundDecided } from './emails';
import { stateOf } from './presenter';
import { settleRefund } from './refund-settlement';

/** A refund that nobody else decides until the transaction ends, with its whole order. */
export interface LockedRefund {
  row: Selectable<DB['refunds']>;
  lines: Selectable<DB['refund_lines']>[];
  order: LockedOrder;
}

type Decision = Partial<yup.InferType<typeof decideRefundSchema>> & { status: RefundState };

/**
 * `PUT refunds/{id}` by an administrator (reference rules R-148 … R-150). Approving moves all money at once, or nothing;
 * it happens once however many ask for it together. Throws NOT_FOUND, ALREADY_REFUNDED, ACTION_NOT_VALID for a move that
 * does not exist, CONFLICT with `current` when another version was looked at.
 */
export async function decideRefund(
  ctx: Ctx,
  key: string,
  body: JsonRecord,
  current: () => Promise<JsonRecord>,
): Promise<void> {
  const input = await validate(decideRefundSchema, body);
  const locked = await lockRefund(ctx, key);
  assertMove(locked, input.status);
  if (input.version !== undefined && input.version !== locked.row.version) {
    throw new AppError('CONFLICT', { current: await current() });
  }
  await moveRefund(ctx, locked, input);
}

/** The refund with its order locked first, as everything that touches orders locks. Throws NOT_FOUND. */
export async function lockRefund(ctx: Ctx, key: string): Promise<LockedRefund> {
  const id = /^\d{1,15}$/.test(key) ? Number(key) : 0;
  const found = ctx.db.selectFrom('refunds').where('id', '=', id).where('deleted_at', 'is', null);
  const about = await found.select('order_id').executeTakeFirst();
  if (!about) throw new AppError('NOT_FOUND');
  const order = await lockRoot(ctx, about.order_id);
  const row = await found.selectAll().forUpdate().executeTakeFirst();
  if (!row) throw new AppError('NOT_FOUND');
  const lines = await ctx.db
    .selectFrom('refund_lines')
    .selectAll()
    .where('refund_id', '=', id)
    .orderBy('id')
    .execute();
  return { row, lines, order };
}

/** Throws ALREADY_REFUNDED or ACTION_NOT_VALID. */
export function assertMove({ row }: LockedRefund, to: RefundState): void {
  const from = stateOf(row);
  if (from === 'approved') throw new AppError('ALREADY_REFUNDED');
  if (!refundMoves[from].includes(to)) throw new AppError('ACTION_NOT_VALID');
}

/** Moves a locked refund on, with all that follows: money, order, history, letters. */
export async function moveRefund(ctx: Ctx, locked: LockedRefund, decision: Decision): Promise<void> {
  const { row, order } = locked;
  const { status, decision_note = null, restock = false } = decision;
  const method = decision.method ?? methodOf(row.method);
  if (method === 'wallet' && row.customer_id === null) {
    throw new AppError('VALIDATION_FAILED', { fields: { method: ['error-refund-wallet'] } });
  }
  const points = status === 'approved' ? await settleRefund(ctx, locked, { method, restock }) : null;
  const change = { status, method, decision_note: decision_note || null };
  const isFinal = refundMoves[status].length === 0;
  await ctx.db
    .updateTable('refunds')
    .set({
      ...change,
      ...(points && {
        wallet_points: toDecimal(points.returned),
        credited_points: toDecimal(points.credited),
      }),
      ...(isFinal && { decided_by: ctx.user?.id ?? null, decided_at: ctx.now }),
      version: row.version + 1,
      updated_at: ctx.now,
    })
    .where('id', '=', row.id)
    .execute();
  for (const part of partsOf(locked)) {
    await recordEvent(ctx, part, { kind: 'refund', from: row.status, to: status, note: decision_note });
  }
  const changes = changesBetween({ ...row }, change);
  await audit(ctx, { family: 'refunds', id: row.id, action: 'decide', changes });
  const sum = points && fromMinor(points.returned + points.credited);
  await notifyRefundDecided(ctx, order, { ...row, ...change }, sum ?? 0);
}

const methodOf = (text: string): RefundMethod => refundMethods.find((one) => one === text) ?? 'payment';

/** The parts of the order that a refund is about; the whole order when it names no pieces. */
function partsOf({ lines, order }: LockedRefund): StoredOrder[] {
  const ids = new Set(
    lines.map(({ order_line_id }) => order.lines.find(({ id }) => id === order_line_id)?.order_id),
  );
  const parts = order.parts.filter(({ id }) => ids.has(id));
  return parts.length > 0 ? parts : [order.root];
}
