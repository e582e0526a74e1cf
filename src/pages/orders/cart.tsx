import { CreateOrder } from '@/features/orders/checkout/create-order';
import { firstProducts } from '@/features/orders/checkout/order-products';
import { definePage } from '@/shell/define-page';

export default definePage(CreateOrder, {
  titleKey: 'common:text-order-cart',
  texts: ['orders'],
  firstList: firstProducts,
});
