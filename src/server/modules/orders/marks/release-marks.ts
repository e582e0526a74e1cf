import { sql } from 'kysely';
import type { Ctx } from '@/server/core/context';
import type { LockedOrder, StoredPart } from '../lock-order';

/** Codes of parts that are not handed over any more: their pieces may be sold again. */
export async function releaseMarks(
  ctx: Ctx,
  { lines }: LockedOrder,
  parts: readonly Pick<StoredPart, 'id'>[],
): Promise<void> {
  const own = lines.filter(({ order_id, requires_marking }) => {
    return requires_marking && parts.some(({ id }) => id === order_id);
  });
  if (own.length === 0) return;
  const ids = own.map(({ id }) => id);
  await ctx.db
    .deleteFrom('order_marks')
    .where('order_line_id', 'in', ids)
    .where('returned_at', 'is', null)
    .execute();
}

/** Of a line that has fewer pieces than codes nobody knows which pieces are left: they are read again. */
export async function releaseSurplus(ctx: Ctx, rootId: number): Promise<void> {
  await sql`delete from order_marks where returned_at is null and order_line_id in (
    select l.id from order_lines l join order_marks m on m.order_line_id = l.id and m.returned_at is null
    where l.parent_id = ${rootId} group by l.id having count(*) > l.quantity - l.refunded_quantity)`.execute(
    ctx.db,
  );
}
