import { Dashboard } from '@/features/insights/dashboard/dashboard';
import { ShopHome } from '@/features/shops/shop-home/shop-home';

export default function ShopPage() {
  return <ShopHome Dashboard={Dashboard} />;
}

ShopPage.titleKey = 'common:sidebar-nav-item-dashboard';
ShopPage.texts = ['insights', 'orders', 'shops'];
