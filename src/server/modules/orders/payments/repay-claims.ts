import { toMinor } from '@/contract/core/money';
import type { Ctx } from '@/server/core/context';
import { type DisputedPart, disputeRepaid } from '@/server/modules/ledger/entries';
import { postEntries } from '@/server/modules/ledger/ledger';
import { type LockedOrder, publishOrders } from '../lock-order';

type Whole = Pick<LockedOrder, 'root' | 'parts'>;

/**
 * What the buyer's bank has taken of an order that stands, in kopecks: the buyer may pay it again (rules/payments: what the
 * bank took may be paid again). 0 when nothing was taken. Locks nothing.
 */
export async function sumTaken(ctx: Ctx, order: Whole): Promise<number> {
  return (await takenClaims(ctx, order)).reduce((sum, { amount }) => sum + toMinor(amount), 0);
}

/** Money in suspense, which is `sumTaken` at least, pays it again: shops and marketplace have their parts as before the claim. */
export async function repayClaims(ctx: Ctx, order: LockedOrder): Promise<void> {
  const claims = await takenClaims(ctx, order);
  await postEntries(
    ctx,
    claims.flatMap(({ shares }) => shares.flatMap(disputeRepaid)),
  );
  for (const { id, version } of claims)
    await ctx.db
      .updateTable('disputes')
      .set({ state: 'repaid', version: version + 1, updated_at: ctx.now })
      .where('id', '=', id)
      .execute();
  await publishOrders(ctx, [order.root], 'payment');
}

/** Claims that were granted, and took nothing of what was cancelled: for that there is nothing to pay. */
async function takenClaims({ db }: Ctx, { root, parts }: Whole) {
  const rows = await db
    .selectFrom('disputes')
    .select(['id', 'amount', 'shares', 'version'])
    .where('order_id', '=', root.id)
    .where('state', '=', 'lost')
    .orderBy('id')
    .execute();
  const cancelled = new Set(
    parts.filter(({ order_status }) => order_status === 'order-cancelled').map(({ id }) => id),
  );
  return rows
    .map((row) => ({ ...row, shares: row.shares as unknown as DisputedPart[] }))
    .filter(
      ({ shares }) =>
        !shares.some(
          ({ partId, prepayment, share, own }) => cancelled.has(partId) && prepayment + share + own > 0,
        ),
    );
}
