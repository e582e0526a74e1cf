import dynamic from 'next/dynamic';
import { shopFlashSale } from '@/contract/promotions/flash-sale';
import { resourcePage } from '@/crud/resource-page';

const Details = dynamic(() =>
  import('@/features/promotions/flash-sale/shop-sale-details').then((module) => module.ShopSaleDetails),
);

export default resourcePage(shopFlashSale, { Details });
