import { defineModule } from '@/server/core/module';
import { reconciliationJobs } from './reconciliation/nightly';
import { reconciliationRoutes } from './reconciliation/routes';
import { exchangeRoutes } from './routes';

/** Acquirers, and the journal of what they were asked (docs/payments.md). */
export const payments = defineModule({
  routes: [exchangeRoutes, reconciliationRoutes],
  jobs: reconciliationJobs,
  effects: {},
  resources: {},
});
