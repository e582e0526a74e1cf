import type { Ctx } from '@/server/core/context';
import { enqueue } from '@/server/core/jobs/job';
import { inTransaction } from '@/server/core/transaction';

/** Applies a stored webhook. */
export const webhookJob = 'payment-webhook';

interface NewWebhook {
  provider: string;
  body: string;
  job: string;
}

/** Stores a webhook as it came, with the job that applies it. */
export async function storeWebhook(ctx: Ctx, { provider, body, job }: NewWebhook): Promise<void> {
  await inTransaction(ctx, async (inside) => {
    const { id } = await inside.db
      .insertInto('provider_webhooks')
      // PostgreSQL stores no NUL.
      .values({ provider, body: body.replaceAll('\0', ''), ip: ctx.ip, received_at: ctx.now })
      .returning('id')
      .executeTakeFirstOrThrow();
    await enqueue(inside, job, { id });
  });
}
