import { sql } from 'kysely';
import { fromMinor, toMinor } from '@/contract/core/money';
import { openReceiptStates, type Unissued } from '@/contract/receipts/views';
import type { Ctx } from '@/server/core/context';
import { orderNumber } from './present-receipt';

/** `GET receipts/unissued`: «Деньги без чека», and the receipt that has waited longest. */
export async function unissued(ctx: Ctx): Promise<Unissued> {
  const isOpen = sql<boolean>`state = any(${[...openReceiptStates]}::text[])`;
  const { count, amount } = await ctx.db
    .selectFrom('receipts')
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.sum<number | null>('amount').as('amount')])
    .where(isOpen)
    .executeTakeFirstOrThrow();
  const oldest = await ctx.db
    .selectFrom('receipts')
    .select(['order_id', 'at'])
    .where(isOpen)
    .orderBy('at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return {
    count,
    amount: fromMinor(toMinor(amount ?? 0)),
    oldest: oldest
      ? {
          order: { id: oldest.order_id, number: await orderNumber(ctx, oldest.order_id) },
          at: oldest.at.toISOString(),
        }
      : null,
  };
}
