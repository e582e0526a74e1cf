import words from '@locales/ru/resources.json?flash-sale';
import dynamic from 'next/dynamic';
import { shopFlashSale } from '@/contract/flash-sale';
import { resourcePage } from '@/crud/resource-page';

const Details = dynamic(() =>
  import('@/features/flash-sale/shop-sale-details').then((module) => module.ShopSaleDetails),
);

export default resourcePage(shopFlashSale, words['flash-sale'], { Details });
