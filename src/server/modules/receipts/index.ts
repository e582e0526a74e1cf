import { defineModule } from '@/server/core/module';
import { checkJobs } from './check/jobs';
import { correctionRoutes } from './corrections/routes';
import { receiptsConsumer } from './make-receipts';

/** Receipts by 54-ФЗ: documents of the money of buyers, and the registers that issue them (docs/receipts.md). */
export const receipts = defineModule({
  routes: [correctionRoutes],
  effects: {},
  jobs: () => checkJobs,
  resources: {},
  consumers: [receiptsConsumer],
});
