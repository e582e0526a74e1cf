import { definePage, lazy } from '@/shell/define-page';

const ShopSettings = lazy(() => import('@/features/settings/shop-settings'), 'ShopSettings');

export default definePage(ShopSettings, { titleKey: 'common:text-shop-settings' });
