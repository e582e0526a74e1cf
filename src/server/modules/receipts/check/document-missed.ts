import { sql } from 'kysely';
import type { JobCtx } from '@/server/core/jobs/job';
import { inTransaction } from '@/server/core/transaction';
import { undocumentedSince } from '@/server/modules/ledger/movements';
import { documentOrder } from '../make-receipts';

const maxOfRun = 200;
/** What is older needs a correction, which a person makes. */
const readMs = 7 * 24 * 3600_000;

/** Writes the receipts of orders whose event was given up: the ledger says what is missing. */
export async function documentMissed(
  ctx: JobCtx,
  { signal, report }: { signal: AbortSignal; report: (error: unknown) => void },
): Promise<void> {
  const since = new Date(ctx.now.getTime() - readMs);
  const { rows } = await sql<{
    order_id: number;
  }>`select distinct order_id from (${undocumentedSince(ctx.now, since)}) missed
    order by order_id limit ${sql.lit(maxOfRun)}`.execute(ctx.db);
  for (const { order_id } of rows) {
    if (signal.aborted) return;
    await inTransaction(ctx, (inside) => documentOrder(inside, order_id)).catch(report);
  }
}
