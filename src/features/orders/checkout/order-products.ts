import { products } from '@/contract/catalogue/products';
import type { FirstList } from '@/crud/list/first-requests';
import { buildFirstList } from '@/crud/list/prefetch-list';

const filterKeys = ['type', 'categories'];

/** Fixed filter: the server would refuse unpublished products. */
export const onSale = { status: 'publish' };

/** Products on sale, 18 per page. */
export const orderProducts = {
  ...products,
  filters: products.filters.filter(({ key }) => filterKeys.includes(key)),
  pageSize: 18,
  only: { name: 'pos', path: '/orders/cart', scope: onSale },
};

/** Prefetched before the page's script has loaded. */
export const firstProducts: FirstList = buildFirstList(orderProducts);
