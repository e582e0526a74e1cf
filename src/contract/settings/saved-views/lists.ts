import { admins, customers, pendingVendors, vendors } from '@/contract/accounts/users';
import { draftProducts, inventoryProducts, stockProducts } from '@/contract/catalogue/products';
import { type AnyResource, listNameOf } from '@/contract/core/define';
import { resources } from '@/contract/index';
import { orderTransactions } from '@/contract/orders';
import { newShops } from '@/contract/shops';
import { myStaffs, storeKeepers, vendorStaffs } from '@/contract/shops/staffs';

const parts: AnyResource[] = [
  ...[draftProducts, stockProducts, inventoryProducts],
  ...[admins, vendors, pendingVendors, customers],
  ...[myStaffs, vendorStaffs, storeKeepers, newShops, orderTransactions],
];

/** Every list that views are kept of, by its name: those of the families, and those of a part of one. */
export const listsWithViews: ReadonlyMap<string, AnyResource> = new Map(
  [...Object.values<AnyResource>(resources), ...parts].map((list) => [listNameOf(list), list]),
);
