import { products } from '@/contract/catalogue/products';
import { type FirstList, firstListOf } from '@/crud/list/prefetch-list';

const kept = ['type', 'categories'];

/** Search pairs that are always there: what the server would refuse is not offered. */
export const onSale = { status: 'publish' };

/** What a cashier chooses from (reference pages §8.1): products that are on sale, eighteen on a page. */
export const posProducts = {
  ...products,
  filters: products.filters.filter(({ key }) => kept.includes(key)),
  pageSize: 18,
  only: { name: 'pos', path: '/orders/create', scope: onSale },
};

/** Asked for before the program is there. */
export const firstProducts: FirstList = firstListOf(posProducts);
