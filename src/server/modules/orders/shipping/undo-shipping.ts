import type { Ctx, UserCtx } from '@/server/core/context';
import { AppError } from '@/server/core/errors';
import type { JsonRecord } from '@/server/core/json-record';
import { withdrawUnsent } from '@/server/modules/messaging/outbox';
import { deriveRoot, lockOrder, moveTo, type StoredPart } from '../lock-order';
import { orderDetails } from '../presenter';
import { parcelText, recordParcel } from './parcel';
import type { UndonePart } from './undos';

/**
 * `POST orders/{id}/undo`: puts the parts back that this order or part was just handed over with, and withdraws the
 * messages. Throws NOT_FOUND, and ACTION_NOT_VALID when the time is over or the parts have changed since.
 */
export async function undoShipping(ctx: UserCtx, key: string): Promise<JsonRecord> {
  const order = await lockOrder(ctx, key);
  const undo = await ctx.db
    .selectFrom('order_undos')
    .select(['id', 'parts'])
    .where('order_id', '=', order.target.id)
    .where('until', '>', ctx.now)
    .orderBy('id', 'desc')
    .executeTakeFirst();
  if (!undo) throw isOver();
  const undone = undo.parts as unknown as UndonePart[];
  const parts = undone.map((before) => {
    const part = order.parts.find(({ id }) => id === before.id);
    if (part?.version !== before.version) throw isOver();
    return { part, before };
  });
  if (!(await withdrawUnsent(ctx, 'undo_id', [undo.id]))) throw isOver();
  for (const { part, before } of parts) await putBack(ctx, part, before);
  await deriveRoot(ctx, order);
  await ctx.db.deleteFrom('order_undos').where('id', '=', undo.id).execute();
  return { ...(await orderDetails(ctx, order.target.id)) };
}

async function putBack(ctx: Ctx, part: StoredPart, before: UndonePart): Promise<void> {
  const { order_status, parcel_carrier, parcel_number, ship_by } = before;
  const parcel = parcelText(part);
  await moveTo(ctx, part, order_status, {
    parcel_carrier,
    parcel_number,
    ship_by: ship_by === null ? null : new Date(ship_by),
  });
  await recordParcel(ctx, part, parcel);
}

const isOver = () => new AppError('ACTION_NOT_VALID', { fields: { order_status: ['error-undo-over'] } });
