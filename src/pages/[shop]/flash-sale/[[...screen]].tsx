import { shopFlashSale } from '@/contract/promotions/flash-sale';
import { resourcePage } from '@/crud/resource-page';
import { lazy } from '@/shell/define-page';

const Details = lazy(() => import('@/features/promotions/flash-sale/shop-sale-details'), 'ShopSaleDetails');

export default resourcePage(shopFlashSale, { Details });
