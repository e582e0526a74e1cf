import { defineModule } from '@/server/core/module';
import { receiptsConsumer } from './make-receipts';
import { registerRoutes } from './queue/routes';
import { receiptRoutes } from './routes';

/** Receipts by 54-ФЗ: documents of the money of buyers, and the registers that issue them (docs/receipts.md). */
export const receipts = defineModule({
  routes: [receiptRoutes, registerRoutes],
  effects: {},
  resources: {},
  consumers: [receiptsConsumer],
});
