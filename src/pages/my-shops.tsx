import { MyShops } from '@/features/shop-home/my-shops';

export default function MyShopsPage() {
  return <MyShops />;
}

MyShopsPage.titleKey = 'common:sidebar-nav-item-my-shops';
