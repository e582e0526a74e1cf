import { AnyNewOrder } from '@/features/orders/new-order/any-new-order';

export default function AnyNewOrderPage() {
  return <AnyNewOrder />;
}

AnyNewOrderPage.titleKey = 'common:sidebar-nav-item-create-order';
AnyNewOrderPage.texts = ['form', 'orders', 'shops'];
