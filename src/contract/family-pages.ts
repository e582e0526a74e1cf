import type { Screen } from './define';
import type { ResourceName } from './index';
import { adminOnly, adminOwner, adminOwnerStaff, ownerOnly, type Role } from './permissions';

/** Roles by screen; a screen that is left out does not exist. */
type ScreenAccess = Partial<Record<Screen, readonly Role[]>>;

/** Screens of a family whose texts are the same in every language: nothing to translate. */
const plain = (allow: readonly Role[]): ScreenAccess => ({
  list: allow,
  create: allow,
  edit: allow,
  details: allow,
});

const translated = (allow: readonly Role[]): ScreenAccess => ({ ...plain(allow), translate: allow });

/**
 * Who may open a family's screens at the root, and in a shop where the family has a twin there (reference pages §2.2).
 * Apart from the declarations, because the gate on every page needs all of it and none of them.
 */
export const familyPages: Record<ResourceName, { root: ScreenAccess; shop?: ScreenAccess }> = {
  tags: { root: translated(adminOnly) },
  boxes: { root: plain(adminOnly) },
  faqs: { root: translated(adminOnly), shop: translated(adminOwnerStaff) },
  'store-notices': {
    root: translated(adminOnly),
    shop: { ...translated(adminOwner), details: adminOwnerStaff },
  },
  'error-codes': { root: translated(adminOnly) },
  groups: { root: translated(adminOnly) },
  categories: { root: translated(adminOnly) },
  // An attribute belongs to a shop: it is made there (reference pages §2.3).
  attributes: {
    root: { list: adminOnly, edit: adminOnly, translate: adminOnly, details: adminOnly },
    shop: translated(adminOwnerStaff),
  },
  'attribute-values': { root: translated(adminOnly) },
  authors: { root: translated(adminOnly), shop: { list: adminOwnerStaff, create: adminOwnerStaff } },
  manufacturers: { root: translated(adminOnly), shop: { list: adminOwnerStaff, create: adminOwnerStaff } },
  taxes: { root: plain(adminOnly) },
  shippings: { root: plain(adminOnly) },
  'delivery-classes': { root: plain(adminOnly) },
  'order-status': { root: translated(adminOnly) },
  'refund-policies': { root: translated(adminOnly) },
  'refund-reasons': { root: translated(adminOnly) },
  coupons: { root: translated(adminOnly) },
  'terms-and-conditions': {
    root: translated(adminOnly),
    shop: { ...translated(ownerOnly), list: adminOwnerStaff },
  },
  'flash-sale': { root: translated(adminOnly), shop: { list: adminOwnerStaff, details: adminOwnerStaff } },
  'mobile-app-versions': { root: plain(adminOnly) },
  'social-links': { root: plain(adminOnly) },
  'advertising-banners': { root: translated(adminOnly) },
  // What vendors have sent in: nothing is made here.
  'review-banners': { root: { list: adminOnly, edit: adminOnly, details: adminOnly } },
};

/** Roles that may open one screen of a family; undefined when that screen does not exist. */
export function screenAccess(family: string, screen: Screen, inShop: boolean): readonly Role[] | undefined {
  if (!Object.hasOwn(familyPages, family)) return undefined;
  const access = familyPages[family as ResourceName];
  return (inShop ? access.shop : access.root)?.[screen];
}
