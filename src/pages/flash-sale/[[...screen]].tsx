import dynamic from 'next/dynamic';
import { flashSale } from '@/contract/promotions/flash-sale';
import { resourcePage } from '@/crud/resource-page';

const Form = dynamic(() =>
  import('@/features/promotions/flash-sale/sale-form').then((module) => module.SaleForm),
);
const Details = dynamic(() =>
  import('@/features/promotions/flash-sale/sale-details').then((module) => module.SaleDetails),
);

export default resourcePage(flashSale, { Form, Details });
