import dynamic from 'next/dynamic';
import { definePage } from '@/shell/define-page';

const ShopSettings = dynamic(() =>
  import('@/features/settings/shop-settings').then((module) => module.ShopSettings),
);

export default definePage(ShopSettings, { titleKey: 'common:text-shop-settings' });
