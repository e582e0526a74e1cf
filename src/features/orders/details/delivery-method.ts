import type { Order } from '@/contract/orders/wire';

/** How an order reaches its customer; other servers may leave addresses out of lists. */
export function findDeliveryMethod({
  is_digital,
  delivery_point,
  shipping_address,
}: Order): 'files' | 'pickup' | 'till' | 'courier' {
  if (is_digital) return 'files';
  if (delivery_point) return 'pickup';
  return shipping_address === null ? 'till' : 'courier';
}
