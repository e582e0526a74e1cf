import { orders } from '@/contract/orders';
import { resourcePage } from '@/crud/resource-page';
import { OrdersList } from '@/features/orders/lists/orders-list';
import { lazy } from '@/shell/define-page';

const Details = lazy(() => import('@/shell/screens/order-details'), 'OrderDetails');

export default resourcePage(orders, { List: OrdersList, Details });
