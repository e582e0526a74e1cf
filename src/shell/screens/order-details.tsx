import type { ComponentProps } from 'react';
import { OrderDetails as Order } from '@/features/orders/details/order-details';
import { lazyPart } from '@/lib/lazy-part';

const money = {
  Payments: lazyPart(() => import('@/features/payments/order/payments-card'), 'PaymentsCard'),
  Receipts: lazyPart(() => import('@/features/receipts/receipts-card'), 'ReceiptsCard'),
};

/** An order with its payments and receipts. */
export function OrderDetails(props: Omit<ComponentProps<typeof Order>, 'money'>) {
  return <Order {...props} money={money} />;
}
