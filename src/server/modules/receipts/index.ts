import { defineModule } from '@/server/core/module';
import { checkJobs } from './check/jobs';
import { correctionRoutes } from './corrections/routes';
import { receiptsConsumer } from './make-receipts';
import { registerJobs } from './queue/jobs';
import { registerRoutes } from './queue/routes';
import { registerRehearsalRoutes } from './registers/rehearsal-routes';
import { receiptRoutes } from './routes';
import { shopRegisterRoutes } from './shop-registers/routes';

/** Receipts by 54-ФЗ: documents of the money of buyers, and the registers that issue them (docs/receipts.md). */
export const receipts = defineModule({
  routes: [receiptRoutes, correctionRoutes, registerRoutes, shopRegisterRoutes, registerRehearsalRoutes],
  effects: {},
  jobs: (deps, log) => [...registerJobs(deps, log), ...checkJobs],
  resources: {},
  consumers: [receiptsConsumer],
});
