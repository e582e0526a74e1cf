import { TillPage } from '@/features/orders/till/till-page';

export default function ShopTillPage() {
  return <TillPage />;
}

ShopTillPage.titleKey = 'common:text-till';
ShopTillPage.texts = ['form', 'orders', 'promotions'];
