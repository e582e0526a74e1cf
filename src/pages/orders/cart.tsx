import { CreateOrder } from '@/features/orders/checkout/create-order';
import { firstProducts } from '@/features/orders/checkout/order-products';

export default function OrderCartPage() {
  return <CreateOrder />;
}

OrderCartPage.titleKey = 'common:text-order-cart';
OrderCartPage.texts = ['orders'];
OrderCartPage.firstList = firstProducts;
