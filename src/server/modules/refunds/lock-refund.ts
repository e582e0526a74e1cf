import type { Selectable } from 'kysely';
import { type RefundState, refundStates } from '@/contract/refunds/states';
import type { Ctx } from '@/server/core/context';
import type { DB } from '@/server/core/db/types';
import { AppError } from '@/server/core/errors';
import { parseId } from '@/server/core/numbers';
import { type LockedOrder, lockRoot, type StoredPart } from '@/server/modules/orders/lock-order';

/** What a refund gives back; goods are its lines. */
export type RefundSubject =
  | { kind: 'goods' }
  /** Money of a part without goods: its delivery, or goodwill that the shop bears. */
  | { kind: 'delivery' | 'goodwill'; part: StoredPart }
  /** What was paid for a cancelled part, or for nothing. */
  | { kind: 'cancellation'; isFromSuspense: boolean };

/** A refund and its whole order, locked until the transaction ends. */
export interface LockedRefund {
  subject: RefundSubject;
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
  return { subject: subjectOf(row, order), row, lines, shops, order };
}

function subjectOf(row: LockedRefund['row'], { parts }: LockedOrder): RefundSubject {
  if (row.origin === 'cancellation') return { kind: 'cancellation', isFromSuspense: row.from_suspense };
  if (row.kind === 'goods') return { kind: 'goods' };
  const part = parts.find(({ id }) => id === row.part_id);
  if (!part) throw new Error(`Refund ${row.id} has no part`);
  return { kind: row.kind === 'delivery' ? 'delivery' : 'goodwill', part };
}

export function refundState({ status }: { status?: unknown }): RefundState {
  const found = refundStates.find((state) => state === status);
  if (!found) throw new Error(`A refund is ${String(status)}`);
  return found;
}
