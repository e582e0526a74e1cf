import type { Ctx } from '@/server/core/context';
import { randomText } from '@/server/modules/accounts/sign-in/one-time-codes';
import type { LockedOrder, StoredPart } from './lock-order';

/**
 * What was bought as a file is the customer's once it is paid (reference rules R-104; hazard H-45): a key for each piece.
 * Pieces that were given keys before get no others.
 */
export async function grantFiles(ctx: Ctx, order: LockedOrder, parts: readonly StoredPart[]): Promise<void> {
  const { customer_id } = order.root;
  if (customer_id === null) return;
  const ids = new Set(parts.map(({ id }) => id));
  const sold = order.lines.flatMap(({ id, order_id, digital_file_id, quantity }) =>
    ids.has(order_id) && digital_file_id !== null ? [{ id, digital_file_id, quantity }] : [],
  );
  if (sold.length === 0) return;
  const kept = await ctx.db
    .selectFrom('ordered_files')
    .select(['order_line_id', (eb) => eb.fn.countAll<number>().as('count')])
    .where(
      'order_line_id',
      'in',
      sold.map(({ id }) => id),
    )
    .groupBy('order_line_id')
    .execute();
  const counts = new Map(kept.map(({ order_line_id, count }) => [order_line_id, Number(count)]));
  const rows = sold.flatMap(({ id, digital_file_id, quantity }) =>
    Array.from({ length: Math.max(0, quantity - (counts.get(id) ?? 0)) }, () => ({
      ...{ purchase_key: randomText(16), order_line_id: id, customer_id, digital_file_id },
      created_at: ctx.now,
    })),
  );
  if (rows.length > 0) await ctx.db.insertInto('ordered_files').values(rows).execute();
}
