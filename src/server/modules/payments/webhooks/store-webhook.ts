import { sql } from 'kysely';
import type { Ctx } from '@/server/core/context';
import { enqueue } from '@/server/core/jobs/job';
import { inTransaction } from '@/server/core/transaction';
import { nextReadOf } from './next-read';

/** Applies a stored webhook. */
export const webhookJob = 'payment-webhook';

/** Of a body, beside the ids: enough to see what was meant. */
const keptSigns = 2048;

interface NewWebhook {
  provider: string;
  body: string;
  job: string;
  subject: { paymentId: string; refundId: string | null };
}

/**
 * Stores what a webhook is about, with the job that reads it: one row and one waiting job for each payment of a provider
 * (rules/payments: a webhook is a reason to read).
 */
export async function storeWebhook(
  ctx: Ctx,
  { provider, body, job, subject: { paymentId, refundId } }: NewWebhook,
): Promise<void> {
  const readAt = await nextReadOf(ctx, `${provider}:${paymentId}`);
  const row = {
    provider,
    payment_id: paymentId,
    refund_id: refundId,
    // PostgreSQL stores no NUL.
    body: body.replaceAll('\0', '').slice(0, keptSigns),
    ip: ctx.ip,
    received_at: ctx.now,
    state: 'waiting',
    note: null,
  };
  await inTransaction(ctx, async (inside) => {
    const { db } = inside;
    await sql`select pg_advisory_xact_lock(hashtext(${`webhook ${provider} ${paymentId}`}))`.execute(db);
    const known = await db
      .updateTable('provider_webhooks')
      .set(row)
      .where('id', '=', (eb) =>
        eb
          .selectFrom('provider_webhooks')
          .select(({ fn }) => fn.max('id').as('id'))
          .where('provider', '=', provider)
          .where('payment_id', '=', paymentId),
      )
      .returning('id')
      .executeTakeFirst();
    const id =
      known?.id ??
      (await db.insertInto('provider_webhooks').values(row).returning('id').executeTakeFirstOrThrow()).id;
    const waits = await db
      .selectFrom('jobs')
      .select('id')
      .where('name', '=', job)
      .where(sql<boolean>`payload->>'id' = ${String(id)}`)
      .where('failed_at', 'is', null)
      .where('locked_by', 'is', null)
      .executeTakeFirst();
    if (!waits) await enqueue(inside, job, { id }, readAt);
  });
}
