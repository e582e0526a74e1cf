import { CreateOrder } from '@/features/orders/orders-pos/create-order';
import { firstProducts } from '@/features/orders/orders-pos/pos-products';

export default function CreateOrderPage() {
  return <CreateOrder />;
}

CreateOrderPage.titleKey = 'common:sidebar-nav-item-create-order';
CreateOrderPage.firstList = firstProducts;
