import { NewOrderPage } from '@/features/orders/new-order/new-order-page';

export default function ShopNewOrderPage() {
  return <NewOrderPage />;
}

ShopNewOrderPage.titleKey = 'common:sidebar-nav-item-create-order';
ShopNewOrderPage.texts = ['form', 'orders', 'shops'];
