import { defineModule } from '@/server/core/module';
import { ledgerRoutes, withdrawRoutes } from './routes';
import { withdrawsService } from './withdraws';

/** Double-entry ledger, statements, reconciliation and withdrawals. */
export const ledger = defineModule({
  routes: [ledgerRoutes, withdrawRoutes],
  resources: {
    withdraws: withdrawsService,
  },
});
