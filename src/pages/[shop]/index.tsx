import { ShopHome } from '@/features/shop-home/shop-home';

export default function ShopPage() {
  return <ShopHome />;
}

ShopPage.titleKey = 'common:sidebar-nav-item-dashboard';
