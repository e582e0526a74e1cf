import { orderStatus } from '@/contract/orders/order-status';
import { resourceService } from '@/server/core/resource/service';

/** Steps of an order; those that its way goes through by itself are never removed (reference entities E51, E57). */
export const orderStatusService = resourceService(orderStatus, {
  table: 'order_status',
  immutableFields: ['slug'],
  usedBy: [{ table: 'order_flow_statuses', column: 'order_status_id', family: 'order-flow', isLink: true }],
});
