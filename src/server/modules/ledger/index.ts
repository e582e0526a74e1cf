import { defineModule } from '@/server/core/module';
import { ledgerRoutes } from './routes';
import { withdrawRoutes } from './withdraw-routes';
import { withdrawsService } from './withdraws';

/** The double-entry ledger, its statements and reconciliation, and withdrawals. */
export const ledger = defineModule({
  routes: [ledgerRoutes, withdrawRoutes],
  resources: {
    withdraws: withdrawsService,
  },
});
