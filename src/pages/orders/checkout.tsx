import { CheckoutPage } from '@/features/orders/checkout/checkout-page';

export default function OrderCheckoutPage() {
  return <CheckoutPage />;
}

OrderCheckoutPage.titleKey = 'orders:orders-pos.checkout.title';
