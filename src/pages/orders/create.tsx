import { CreateOrder } from '@/features/orders/checkout/create-order';
import { firstProducts } from '@/features/orders/checkout/order-products';

export default function CreateOrderPage() {
  return <CreateOrder />;
}

CreateOrderPage.titleKey = 'common:sidebar-nav-item-create-order';
CreateOrderPage.texts = ['orders'];
CreateOrderPage.firstList = firstProducts;
