import { NewOrderPage } from '@/features/orders/new-order/new-order-page';
import { definePage } from '@/shell/define-page';

export default definePage(NewOrderPage, {
  titleKey: 'common:sidebar-nav-item-create-order',
  texts: ['form', 'orders', 'shops'],
});
