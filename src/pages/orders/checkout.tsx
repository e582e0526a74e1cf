import { CheckoutPage } from '@/features/orders/till/checkout/checkout-page';

export default function OrderCheckoutPage() {
  return <CheckoutPage />;
}

OrderCheckoutPage.titleKey = 'resources:orders-pos.checkout.title';
