import { products } from '@/contract/catalogue/products';
import type { AnyResource, Filter } from '@/contract/core/define';
import { orders } from '@/contract/orders';
import { refunds, refundsInShop } from '@/contract/refunds';

/** Lists over all shops of an owner of several: `/my-shop/orders`. The browser adds which shops these are. */
const ofOwnShops = <Resource extends AnyResource>(resource: Resource, changes: Partial<AnyResource>) => ({
  ...resource,
  ...changes,
  // What tells the rows apart comes first.
  filters: (changes.filters ?? resource.filters).toSorted((a: Filter, b: Filter) => rankOf(a) - rankOf(b)),
  only: { name: 'my-shops', path: `/my-shop/${resource.name}`, scope: {} },
});

const rankOf = ({ key }: Filter) => (key === 'shop' ? 0 : 1);

/** Nobody but an administrator sees own purchases marked. */
const isForVendors = ({ key }: Filter) => key !== 'is_own_purchase';

export const ownShopsOrders = ofOwnShops(orders, {
  // The shop stands where the number of goods does elsewhere: there is room for one of them.
  columns: orders.columns.flatMap((column) => {
    if (column.key === 'shop') return [];
    if (column.key !== 'products_count') return [column];
    const shop = { key: 'shop' as const, kind: 'related' as const, under: 'customer_name' as const };
    return [shop, { ...column, hidden: true }];
  }),
  filters: orders.filters.filter(isForVendors),
});

export const ownShopsProducts = ofOwnShops(products, {});

export const ownShopsRefunds = ofOwnShops(refunds, {
  columns: refundsInShop.columns.flatMap((column) =>
    column.key === 'refund_reason'
      ? [column, { key: 'of_shops' as const, kind: 'related' as const, under: 'refund_reason' as const }]
      : [column],
  ),
  filters: refunds.filters.filter(({ key }) => key !== 'origin'),
});

/** Families with such a list, which stand on top of the menu. */
export const ownShopsLists: readonly AnyResource[] = [ownShopsOrders, ownShopsProducts, ownShopsRefunds];
