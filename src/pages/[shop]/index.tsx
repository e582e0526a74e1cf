import { Dashboard } from '@/features/dashboard/dashboard';
import { ShopHome } from '@/features/shop-home/shop-home';

export default function ShopPage() {
  return <ShopHome Dashboard={Dashboard} />;
}

ShopPage.titleKey = 'common:sidebar-nav-item-dashboard';
