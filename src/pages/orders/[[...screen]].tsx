import dynamic from 'next/dynamic';
import { orders } from '@/contract/orders';
import { resourcePage } from '@/crud/resource-page';
import type { DetailsProps } from '@/crud/types';
import { OrdersList } from '@/features/orders/lists/orders-list';

const Details = dynamic<DetailsProps<'orders'>>(() =>
  import('@/features/orders/details/order-details').then((module) => module.OrderDetails),
);

export default resourcePage(orders, { List: OrdersList, Details });
