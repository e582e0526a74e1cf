import { resources } from '@/contract';
import { defineModule } from '@/server/core/module';
import { resourceService } from '@/server/core/resource/service';
import { endSilence } from './answer-refund';
import { approvedOnly } from './policy';
import { refundsService } from './refunds';
import { refundRoutes } from './routes';

/** Refund requests, decisions, settlement, policies and reasons. */
export const refunds = defineModule({
  routes: [refundRoutes],
  effects: {},
  jobs: () => [
    {
      kind: 'scheduled',
      name: 'refund-answers',
      everyMs: 60_000,
      run: ({ ctx, report }) => endSilence(ctx, report),
    },
  ],
  resources: {
    refunds: refundsService,
    'refund-policies': resourceService(resources['refund-policies'], {
      table: 'refund_policies',
      policy: approvedOnly,
      relations: { shop: { column: 'shop_id', table: 'shops' } },
    }),
    'refund-reasons': resourceService(resources['refund-reasons'], { table: 'refund_reasons' }),
  },
});
