import { defineModule } from '@/server/core/module';
import { attemptJobs } from './attempts/advance';
import { acquirerRequests } from './follow-events';
import { holdRoutes } from './holds/routes';
import { payLinkRoutes } from './pay-links/routes';
import { reconciliationJobs } from './reconciliation/nightly';
import { reconciliationRoutes } from './reconciliation/routes';
import { refundJobs } from './refunds/jobs';
import { bankRoutes } from './rehearsal/bank-routes';
import { rehearsalRoutes } from './rehearsal/routes';
import { attemptRoutes, exchangeRoutes } from './routes';
import { taskRoutes } from './tasks/routes';
import { paymentViewRoutes } from './views/routes';
import { webhookJobs } from './webhooks/apply-webhook';
import { webhookRoutes } from './webhooks/routes';

/** Acquirers, attempts to pay, webhooks, refunds, reconciliation, and the journal of what was asked (docs/payments.md). */
export const payments = defineModule({
  routes: [
    exchangeRoutes,
    attemptRoutes,
    webhookRoutes,
    paymentViewRoutes,
    reconciliationRoutes,
    taskRoutes,
    holdRoutes,
    payLinkRoutes,
    rehearsalRoutes,
    bankRoutes,
  ],
  effects: {
    events: { decision: 'a task about money was opened or answered, or a night was compared' },
  },
  jobs: (deps, log) => [
    ...[...attemptJobs(deps, log), ...webhookJobs(deps, log)],
    ...[...refundJobs(deps), ...reconciliationJobs(deps)],
  ],
  resources: {},
  consumers: [acquirerRequests],
});
