import { sql } from 'kysely';
import { fromMinor, toMinor } from '@/contract/core/money';
import type { Ctx } from '@/server/core/context';

/** Whose pieces count together over a day: of who gives, who receives, of an order, of a shop. */
export interface CountedWith {
  giver?: number;
  customer?: number | null;
  order?: number;
  shop?: number | null;
}

/** The sum of the rules that money is measured by. */
export type SumOf = 'payouts' | 'refunds';

const columns = {
  giver: 'giver_id',
  customer: 'customer_id',
  order: 'order_id',
  shop: 'shop_id',
} as const;

const parts = (of: CountedWith) =>
  (Object.keys(columns) as (keyof CountedWith)[]).flatMap((name) => {
    const id = of[name];
    return id === undefined || id === null ? [] : [{ column: columns[name], id }];
  });

/**
 * The sum with what was moved alone in the last 24 hours for the same giver, customer, order or shop, whichever is most.
 * Held until the transaction ends, so that pieces at the same moment count as well.
 */
export async function withPieces(ctx: Ctx, sumOf: SumOf, sum: number, of: CountedWith): Promise<number> {
  const since = new Date(ctx.now.getTime() - 24 * 3600_000);
  const totals: number[] = [0];
  for (const { column, id } of parts(of)) {
    await sql`select pg_advisory_xact_lock(hashtext(${`moved alone ${column} ${id}`}))`.execute(ctx.db);
    const { moved } = await ctx.db
      .selectFrom('moved_alone')
      .select(sql<number>`coalesce(sum(amount), 0)::float8`.as('moved'))
      .where('sum_of', '=', sumOf)
      .where(column, '=', id)
      .where('at', '>', since)
      .executeTakeFirstOrThrow();
    totals.push(toMinor(moved));
  }
  return fromMinor(toMinor(sum) + Math.max(...totals));
}

export async function keepPiece(ctx: Ctx, sumOf: SumOf, sum: number, of: CountedWith): Promise<void> {
  const ids = Object.fromEntries(parts(of).map(({ column, id }) => [column, id]));
  await ctx.db
    .insertInto('moved_alone')
    .values({ sum_of: sumOf, amount: sum, at: ctx.now, ...ids })
    .execute();
}

/** What counts no longer. */
export async function forgetPieces({ db, now }: Ctx): Promise<void> {
  await db
    .deleteFrom('moved_alone')
    .where('at', '<=', new Date(now.getTime() - 24 * 3600_000))
    .execute();
}
