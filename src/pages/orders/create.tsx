import { AnyNewOrder } from '@/features/orders/new-order/any-new-order';
import { definePage } from '@/shell/define-page';

export default definePage(AnyNewOrder, {
  titleKey: 'common:sidebar-nav-item-create-order',
  texts: ['form', 'orders', 'shops'],
});
