import { defineModule } from '@/server/core/module';
import { payLinkRoutes } from './pay-links/routes';
import { exchangeRoutes } from './routes';
import { paymentViewRoutes } from './views/routes';

/** Acquirers, and the journal of what they were asked (docs/payments.md). */
export const payments = defineModule({
  routes: [exchangeRoutes, paymentViewRoutes, payLinkRoutes],
  effects: {},
  resources: {},
});
