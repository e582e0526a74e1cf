import { defineModule } from '@/server/core/module';
import { receiptsConsumer } from './make-receipts';

/** Receipts by 54-ФЗ: documents of the money of buyers, and the registers that issue them (docs/receipts.md). */
export const receipts = defineModule({
  routes: [],
  effects: {},
  resources: {},
  consumers: [receiptsConsumer],
});
