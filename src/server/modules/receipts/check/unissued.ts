import { sql } from 'kysely';
import { receiptHours, type UnissuedMoney } from '@/contract/receipts/unissued';
import type { Ctx } from '@/server/core/context';
import { settingsOptions } from '@/server/core/settings';
import { undocumentedSince } from '@/server/modules/ledger/movements';

/** A movement that no consumer of events has documented for so long has been missed. */
const readHours = 72;

/**
 * `GET receipts/unissued`: what waits for its register or a person, and what has no document at all. What waits for the register
 * of a shop is the shop's to mend.
 */
export async function unissuedMoney(ctx: Pick<Ctx, 'db' | 'now'>): Promise<UnissuedMoney> {
  const { receiptsFrom } = await settingsOptions(ctx);
  const since = new Date(ctx.now.getTime() - readHours * 3600_000);
  const lateBefore = new Date(ctx.now.getTime() - receiptHours * 3600_000);
  const { rows } = await sql<UnissuedMoney>`
    select ${receiptsFrom}::text as "from", count(*)::int as receipts, coalesce(sum(amount), 0)::float8 as amount,
      min(at) as oldest_at, (array_agg(order_id order by at, order_id))[1]::int as oldest_order,
      count(*) filter (where state = 'blocked')::int as blocked, count(*) filter (where at < ${lateBefore})::int as late
    from (
      select at, amount, order_id, state from receipts
        where state in ('waiting', 'asked', 'unknown', 'blocked') and shop_id is null
      union all select at, amount, order_id, null from (${undocumentedSince(ctx.now, since)}) missed
    ) open`.execute(ctx.db);
  const [found] = rows;
  if (!found) throw new Error('A sum has a row');
  return { ...found, oldest_at: found.oldest_at && new Date(found.oldest_at).toISOString() };
}
