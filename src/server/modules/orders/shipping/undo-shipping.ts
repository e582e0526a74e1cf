import { sql } from 'kysely';
import type { OrderStatus } from '@/contract/orders/status';
import type { Ctx, UserCtx } from '@/server/core/context';
import { AppError } from '@/server/core/errors';
import type { JsonRecord } from '@/server/core/json-record';
import { withdrawUnsent } from '@/server/modules/messaging/outbox';
import { deriveRoot, type LockedOrder, lockOrder, moveTo, type StoredPart } from '../lock-order';
import { orderDetails } from '../presenter';
import { parcelText, recordParcel } from './parcel';

/** Long enough to see a wrong click, and short enough that the customer does not notice. */
const undoMs = 30_000;

/** A part as it was, and its version since. */
export interface UndonePart extends Pick<StoredPart, 'id' | 'version' | 'parcel_carrier' | 'parcel_number'> {
  order_status: OrderStatus;
  ship_by: string | null;
}

/** Until when a change may be undone. Messages that carry it leave the outbox then, and never after an undo. */
export interface Undo {
  id: number;
  until: Date;
}

export async function openUndo(ctx: Ctx, orderId: number, parts: readonly UndonePart[]): Promise<Undo> {
  const until = new Date(ctx.now.getTime() + undoMs);
  const { id } = await ctx.db
    .insertInto('order_undos')
    .values({ order_id: orderId, until, parts: JSON.stringify(parts) })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, until };
}

/** Ends what could be undone before another change of the order: its messages leave now, before those of the change. */
export async function endUndos(ctx: Ctx, { root, parts }: LockedOrder): Promise<void> {
  const ids = [root, ...parts].map(({ id }) => id);
  await sql`with ended as (select id from order_undos where order_id = any(${ids}::bigint[]) and until > ${ctx.now})
    update outbox set next_at = ${ctx.now}, undo_id = null
    where undo_id in (select id from ended) and sent_at is null`.execute(ctx.db);
  await ctx.db.deleteFrom('order_undos').where('order_id', 'in', ids).execute();
}

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

/** Nothing reads them after their time. */
export async function forgetUndos(ctx: Ctx): Promise<void> {
  await ctx.db.deleteFrom('order_undos').where('until', '<', ctx.now).execute();
}
