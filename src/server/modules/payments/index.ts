import { defineModule } from '@/server/core/module';
import { reconciliationJobs } from './reconciliation/nightly';
import { reconciliationRoutes } from './reconciliation/routes';
import { refundJobs } from './refunds/jobs';
import { exchangeRoutes } from './routes';
import { paymentViewRoutes } from './views/routes';

/** Acquirers, and the journal of what they were asked (docs/payments.md). */
export const payments = defineModule({
  routes: [exchangeRoutes, paymentViewRoutes, reconciliationRoutes],
  effects: {},
  jobs: (deps) => [...refundJobs(deps), ...reconciliationJobs(deps)],
  resources: {},
});
