import dynamic from 'next/dynamic';
import { ordersInShop } from '@/contract/orders';
import { resourcePage } from '@/crud/resource-page';
import type { DetailsProps } from '@/crud/types';
import { OrdersList } from '@/features/orders/lists/orders-list';

const Details = dynamic<DetailsProps<'orders'>>(() =>
  import('@/features/orders/details/order-details').then((module) => module.OrderDetails),
);

export default resourcePage(ordersInShop, { List: OrdersList, Details });
