import { MyShops } from '@/features/shop-home/my-shops';

export default function MyShopPage() {
  return <MyShops />;
}

MyShopPage.titleKey = 'common:sidebar-nav-item-my-shops';
