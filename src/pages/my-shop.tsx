import { MyShops } from '@/features/shops/shop-home/my-shops';

export default function MyShopPage() {
  return <MyShops />;
}

MyShopPage.titleKey = 'common:sidebar-nav-item-my-shops';
MyShopPage.texts = ['shops'];
