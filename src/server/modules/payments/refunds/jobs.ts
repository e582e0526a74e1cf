import type { RequestDeps } from '@/server/core/deps';
import type { Job, JobRun } from '@/server/core/jobs/job';
import { openProviders } from '@/server/integrations/acquirers/open-providers';
import { maxRepeats } from '@/server/integrations/outgoing/call';
import { providerRefundJob } from '../follow-events';
import { settleDecided } from '../open-tasks/settle-tasks';
import { runRefund } from './run-refund';

/** Refunds asked for in one run; the next follows in a minute. */
const maxOfRun = 200;

export function refundJobs(deps: RequestDeps): Job[] {
  const providers = openProviders(deps, { repeats: maxRepeats });
  return [
    {
      kind: 'queued',
      name: providerRefundJob,
      maxFailures: 7,
      concurrency: 4,
      run: ({ ctx }, { id }) => runRefund(ctx, providers, Number(id)),
    },
    {
      kind: 'scheduled',
      name: 'provider-refunds',
      everyMs: 60_000,
      run: async ({ ctx, report, signal }: JobRun) => {
        await settleDecided(ctx);
        const due = await ctx.db
          .selectFrom('provider_refunds')
          .select('id')
          .where('next_read_at', '<=', ctx.now)
          .orderBy('next_read_at')
          .limit(maxOfRun)
          .execute();
        for (const { id } of due) {
          if (signal.aborted) return;
          await runRefund(ctx, providers, id).catch(report);
        }
      },
    },
  ];
}
