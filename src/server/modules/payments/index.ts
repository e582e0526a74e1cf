import { defineModule } from '@/server/core/module';
import { refundJobs } from './refunds/jobs';
import { exchangeRoutes } from './routes';
import { taskRoutes } from './tasks/routes';

/** Acquirers, and the journal of what they were asked (docs/payments.md). */
export const payments = defineModule({
  routes: [exchangeRoutes, taskRoutes],
  effects: {},
  jobs: (deps) => refundJobs(deps),
  resources: {},
});
