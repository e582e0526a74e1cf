import { admins, customers, pendingVendors, vendors } from '@/contract/accounts/users';
import { draftProducts, inventoryProducts, stockProducts } from '@/contract/catalogue/products';
import { type AnyResource, uniqueListName } from '@/contract/core/define';
import { resources } from '@/contract/index';
import { orderTransactions } from '@/contract/orders';
import { newShops } from '@/contract/shops';
import { ownShopsLists } from '@/contract/shops/own-lists';
import { myStaffs, storeKeepers, vendorStaffs } from '@/contract/shops/staffs';

const parts: AnyResource[] = [
  ...[draftProducts, stockProducts, inventoryProducts],
  ...[admins, vendors, pendingVendors, customers],
  ...ownShopsLists,
  ...[myStaffs, vendorStaffs, storeKeepers, newShops, orderTransactions],
];

/** Lists with saved views by name: those of families, and their filtered lists. */
export const listsWithViews: ReadonlyMap<string, AnyResource> = new Map(
  [...Object.values<AnyResource>(resources), ...parts].map((list) => [uniqueListName(list), list]),
);
