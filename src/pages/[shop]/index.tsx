import { Dashboard } from '@/features/insights/dashboard/dashboard';
import { ShopWaiting } from '@/features/insights/dashboard/shop-waiting';
import { ShopHome } from '@/features/shops/shop-home/shop-home';

export default function ShopPage() {
  return <ShopHome Dashboard={Dashboard} Waiting={ShopWaiting} />;
}

ShopPage.titleKey = 'common:sidebar-nav-item-dashboard';
ShopPage.texts = ['insights', 'orders', 'shops'];
