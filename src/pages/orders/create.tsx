import { CreateOrder } from '@/features/orders/till/create-order';
import { firstProducts } from '@/features/orders/till/till-products';

export default function CreateOrderPage() {
  return <CreateOrder />;
}

CreateOrderPage.titleKey = 'common:sidebar-nav-item-create-order';
CreateOrderPage.firstList = firstProducts;
