import { MyShops } from '@/features/shops/shop-home/my-shops';

export default function MyShopsPage() {
  return <MyShops />;
}

MyShopsPage.titleKey = 'common:sidebar-nav-item-my-shops';
MyShopsPage.texts = ['shops'];
