import { sql } from 'kysely';
import type { OrderStatus } from '@/contract/orders/status';
import type { Ctx } from '@/server/core/context';
import type { LockedOrder, StoredPart } from '../lock-order';

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

/** Nothing reads them after their time. */
export async function forgetUndos(ctx: Ctx): Promise<void> {
  await ctx.db.deleteFrom('order_undos').where('until', '<', ctx.now).execute();
}
