import { orderStatus } from '@/contract/orders/order-status';
import { resourcePage } from '@/crud/resource-page';

export default resourcePage(orderStatus);
