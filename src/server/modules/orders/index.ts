import { defineModule } from '@/server/core/module';
import { checkoutRoutes } from './checkout/routes';
import { orderPaperRoutes } from './documents/routes';
import { downloadRoutes } from './download-routes';
import { orderListRoutes } from './list-routes';
import { ordersService } from './orders';
import { releaseUnpaid } from './payments/release-unpaid';
import { paymentRoutes } from './payments/routes';
import { orderRoutes } from './routes';
import { orderStatusService } from './status-dictionary';

/** Checkout, placement, statuses, payments, delivery, documents and the search of orders. */
export const orders = defineModule({
  routes: [checkoutRoutes, orderRoutes, orderListRoutes, paymentRoutes, orderPaperRoutes, downloadRoutes],
  resources: {
    orders: ordersService,
    'order-status': orderStatusService,
  },
  jobs: () => [
    {
      kind: 'scheduled',
      name: 'unpaid-orders',
      everyMs: 60_000,
      run: ({ ctx, report }) => releaseUnpaid(ctx.db, ctx.now, ctx.publicUrl, report),
    },
  ],
});
