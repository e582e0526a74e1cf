import { orderTransactions } from '@/contract/orders';
import { resourcePage } from '@/crud/resource-page';
import { OrdersList } from '@/features/orders/lists/orders-list';

export default resourcePage(orderTransactions, { List: OrdersList });
