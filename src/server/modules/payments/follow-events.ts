import type { BusinessEvent, Consumer } from '@/server/core/events/event';
import { enqueue, type JobCtx } from '@/server/core/jobs/job';

/** Asks an acquirer for what an attempt needs next. */
export const attemptJob = 'payment-attempt';

const askLater = (ctx: JobCtx, { record }: BusinessEvent) => enqueue(ctx, attemptJob, { id: record });

/** What orders decide is asked of the acquirers by jobs, outside of any transaction. */
export const acquirerRequests: Consumer = {
  name: 'acquirer-requests',
  on: { 'payment-asked': askLater, 'payment-unwanted': askLater },
};
