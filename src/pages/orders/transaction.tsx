import words from '@locales/ru/resources.json?orders';
import { orderTransactions } from '@/contract/orders';
import { resourcePage } from '@/crud/resource-page';
import { OrdersList } from '@/features/orders/lists/orders-list';

export default resourcePage(orderTransactions, words.orders, { List: OrdersList });
