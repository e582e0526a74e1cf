import { orderStatus } from '@/contract/orders/order-status';
import { defineModule } from '@/server/core/module';
import { resourceService } from '@/server/core/resource/service';
import { documentRoutes } from './documents/routes';
import { expireChanges } from './edits/answer-change';
import { editRoutes } from './edits/routes';
import { forgetBuyers } from './forget-buyers';
import { numberOrders } from './numbers/number-orders';
import { ordersService } from './orders';
import { releaseUnpaid } from './payments/release-unpaid';
import { paymentRoutes } from './payments/routes';
import { paymentLinkJob, sendPaymentLink } from './payments/send-link';
import { checkoutRoutes, downloadRoutes, orderRoutes } from './routes';
import { scheduleOpenParts } from './ship-by/part-deadlines';
import { forgetUndos } from './shipping/undos';
import { shopOrderRoutes } from './shop-orders/routes';
import { tillRoutes } from './till/routes';

/** Checkout, placement, statuses, payments, delivery, documents and the search of orders. */
export const orders = defineModule({
  routes: [
    checkoutRoutes,
    tillRoutes,
    shopOrderRoutes,
    orderRoutes,
    editRoutes,
    paymentRoutes,
    documentRoutes,
    downloadRoutes,
  ],
  effects: {
    triggers: {
      'orders: count_daily_rows': 'counts orders by day, for the totals and deep pages of lists',
      'orders: order_days_insert': 'adds to the counts and sums of dashboards by day',
      'orders: order_days_update': 'moves what dashboards count',
      'orders: order_days_delete': 'subtracts from what dashboards count',
      'order_lines: set_line_category': 'keeps the category at the sale',
      'order_lines: category_days_insert': 'adds to the revenue of categories',
      'order_lines: category_days_update': 'moves the revenue of categories',
      'order_lines: category_days_delete': 'subtracts from the revenue of categories',
      'orders: orders_index': 'rewrites the search text of the whole order',
    },
    events: { order: 'an order or a part was placed or changed' },
  },
  resources: {
    orders: ordersService,
    // Steps that the order machine itself uses cannot be removed.
    'order-status': resourceService(orderStatus, {
      table: 'order_status',
      immutableFields: ['slug'],
      usedBy: [
        { table: 'order_flow_statuses', column: 'order_status_id', family: 'order-flow', isLink: true },
      ],
    }),
  },
  jobs: () => [
    {
      kind: 'scheduled',
      name: 'unpaid-orders',
      everyMs: 60_000,
      run: ({ ctx, report }) => releaseUnpaid(ctx, report),
    },
    {
      kind: 'queued',
      name: paymentLinkJob,
      maxFailures: 5,
      concurrency: 2,
      run: ({ ctx }, payload) => sendPaymentLink(ctx, payload),
    },
    {
      kind: 'scheduled',
      name: 'order-numbers',
      everyMs: 3_600_000,
      runsAtStart: true,
      run: ({ ctx, signal }) => numberOrders(ctx.db, signal),
    },
    {
      kind: 'scheduled',
      name: 'assembly-deadlines',
      everyMs: 24 * 3_600_000,
      runsAtStart: true,
      run: ({ ctx }) => scheduleOpenParts(ctx),
    },
    {
      kind: 'scheduled',
      name: 'order-changes',
      everyMs: 60_000,
      run: ({ ctx, report }) => expireChanges(ctx, report),
    },
    {
      kind: 'scheduled',
      name: 'forgotten-buyers',
      everyMs: 24 * 3_600_000,
      run: ({ ctx, signal }) => forgetBuyers(ctx, signal),
    },
    { kind: 'scheduled', name: 'order-undos', everyMs: 3_600_000, run: ({ ctx }) => forgetUndos(ctx) },
  ],
});
