import { defineModule } from '@/server/core/module';
import { ledgerRoutes } from './routes';
import { withdrawRoutes } from './withdraw-routes';
import { withdrawsService } from './withdraws';

/** Double-entry ledger, statements, reconciliation and withdrawals. */
export const ledger = defineModule({
  routes: [ledgerRoutes, withdrawRoutes],
  resources: {
    withdraws: withdrawsService,
  },
});
