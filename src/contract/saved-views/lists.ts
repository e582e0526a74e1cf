import { type AnyResource, listNameOf } from '../define';
import { resources } from '../index';
import { orderTransactions } from '../orders';
import { draftProducts, inventoryProducts, stockProducts } from '../products';
import { newShops } from '../shops';
import { myStaffs, storeKeepers, vendorStaffs } from '../staffs';
import { admins, customers, pendingVendors, vendors } from '../users';

const parts: AnyResource[] = [
  ...[draftProducts, stockProducts, inventoryProducts],
  ...[admins, vendors, pendingVendors, customers],
  ...[myStaffs, vendorStaffs, storeKeepers, newShops, orderTransactions],
];

/** Every list that views are kept of, by its name: those of the families, and those of a part of one. */
export const listsWithViews: ReadonlyMap<string, AnyResource> = new Map(
  [...Object.values<AnyResource>(resources), ...parts].map((list) => [listNameOf(list), list]),
);
