import { CheckoutPage } from '@/features/orders/orders-pos/checkout-page';

export default function OrderCheckoutPage() {
  return <CheckoutPage />;
}

OrderCheckoutPage.titleKey = 'resources:orders-pos.checkout.title';
