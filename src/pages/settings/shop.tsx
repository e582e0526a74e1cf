import dynamic from 'next/dynamic';

const ShopSettings = dynamic(() =>
  import('@/features/settings/shop-settings').then((module) => module.ShopSettings),
);

export default function ShopSettingsPage() {
  return <ShopSettings />;
}

ShopSettingsPage.titleKey = 'common:text-shop-settings';
