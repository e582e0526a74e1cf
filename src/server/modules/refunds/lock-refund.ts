import type { Selectable } from 'kysely';
import type { Ctx } from '@/server/core/context';
import type { DB } from '@/server/core/db/types';
import { AppError } from '@/server/core/errors';
import { parseId } from '@/server/core/numbers';
import { type LockedOrder, lockRoot } from '@/server/modules/orders/lock-order';

/** A refund and its whole order, locked until the transaction ends. */
export interface LockedRefund {
  row: Selectable<DB['refunds']>;
  lines: Selectable<DB['refund_lines']>[];
  shops: Selectable<DB['refund_shops']>[];
  order: LockedOrder;
}

/** Locks the order first, then the refund, like everything that locks orders. Throws NOT_FOUND. */
export async function lockRefund(ctx: Ctx, key: string): Promise<LockedRefund> {
  const id = parseId(key);
  const found = ctx.db.selectFrom('refunds').where('id', '=', id).where('deleted_at', 'is', null);
  const reference = await found.select('order_id').executeTakeFirst();
  if (!reference) throw new AppError('NOT_FOUND');
  const order = await lockRoot(ctx, reference.order_id);
  const row = await found.selectAll().forUpdate().executeTakeFirst();
  if (!row) throw new AppError('NOT_FOUND');
  const lines = await ctx.db
    .selectFrom('refund_lines')
    .selectAll()
    .where('refund_id', '=', id)
    .orderBy('id')
    .execute();
  const shops = await ctx.db
    .selectFrom('refund_shops')
    .selectAll()
    .where('refund_id', '=', id)
    .orderBy('shop_id')
    .execute();
  return { row, lines, shops, order };
}
