import { CheckoutPage } from '@/features/orders/checkout/checkout-page';
import { definePage } from '@/shell/define-page';

export default definePage(CheckoutPage, {
  titleKey: 'orders:orders-pos.checkout.title',
  texts: ['orders', 'promotions'],
});
