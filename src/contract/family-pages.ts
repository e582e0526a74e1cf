import type { Screen } from './core/define';
import {
  adminOnly,
  adminOwner,
  adminOwnerStaff,
  ownerOnly,
  type Permission,
  withStaff,
} from './core/permissions';
import type { ResourceName } from './index';

/** Roles by screen; a screen that is left out does not exist. */
type ScreenAccess = Partial<Record<Screen, readonly Permission[]>>;

/** Screens of a family whose texts are the same in every language: nothing to translate. */
const plain = (allow: readonly Permission[]): ScreenAccess => ({
  list: allow,
  create: allow,
  edit: allow,
  details: allow,
});

const translated = (allow: readonly Permission[]): ScreenAccess => ({ ...plain(allow), translate: allow });

/** What a shop's people send in to a dictionary that all shops share. */
const inCatalogue: ScreenAccess = { list: withStaff('catalogue'), create: withStaff('catalogue') };

/**
 * Who may open a family's screens at the root, and in a shop where the family has a twin there (reference pages §2.2).
 * Apart from the declarations, because the gate on every page needs all of it and none of them.
 */
export const familyPages: Record<ResourceName, { root: ScreenAccess; shop?: ScreenAccess }> = {
  tags: { root: translated(adminOnly) },
  boxes: { root: plain(adminOnly) },
  faqs: { root: translated(adminOnly), shop: translated(withStaff('content')) },
  'store-notices': {
    // Read by whom it was sent to, also by a vendor without a shop.
    root: { ...translated(adminOnly), details: adminOwnerStaff },
    shop: { ...translated(adminOwner), details: adminOwnerStaff },
  },
  'error-codes': { root: translated(adminOnly) },
  groups: { root: translated(adminOnly) },
  categories: { root: translated(adminOnly) },
  // An attribute belongs to a shop: it is made there (reference pages §2.3).
  attributes: {
    root: { list: adminOnly, edit: adminOnly, translate: adminOnly, details: adminOnly },
    shop: translated(withStaff('catalogue')),
  },
  'attribute-values': { root: translated(adminOnly) },
  authors: { root: translated(adminOnly), shop: inCatalogue },
  manufacturers: { root: translated(adminOnly), shop: inCatalogue },
  taxes: { root: plain(adminOnly) },
  shippings: { root: plain(adminOnly) },
  'delivery-classes': { root: plain(adminOnly) },
  'order-status': { root: translated(adminOnly) },
  'refund-policies': { root: translated(adminOnly) },
  'refund-reasons': { root: translated(adminOnly) },
  coupons: { root: translated(adminOnly) },
  'terms-and-conditions': {
    root: translated(adminOnly),
    shop: { ...translated(ownerOnly), list: withStaff('content') },
  },
  'flash-sale': {
    root: translated(adminOnly),
    shop: { list: withStaff('promotions'), details: withStaff('promotions') },
  },
  'mobile-app-versions': { root: plain(adminOnly) },
  'social-links': { root: plain(adminOnly) },
  'advertising-banners': { root: translated(adminOnly) },
  users: { root: plain(adminOnly) },
  // A shop's own pages lie below its slug (`pages.ts`): its details and form here lead there.
  shops: { root: { list: adminOnly, create: adminOwner, edit: adminOwner, details: adminOwner } },
  staffs: {
    root: { list: adminOwner, create: adminOwner, edit: adminOwner },
    shop: { list: adminOwner, create: adminOwner, edit: adminOwner },
  },
  // A request is decided on its details; it is made in its shop.
  withdraws: {
    root: { list: adminOnly, create: adminOwner, details: adminOnly },
    shop: { list: adminOwner, create: adminOwner, details: adminOwner },
  },
  // A product belongs to a shop: it is made there (reference pages §3.5).
  products: {
    root: { list: adminOnly, edit: adminOnly, translate: adminOnly, details: adminOnly },
    shop: translated(withStaff('catalogue')),
  },
  // An order is placed at the checkout, and never edited in a form (`pages.ts`).
  orders: {
    root: { list: adminOnly, details: adminOnly },
    shop: { list: withStaff('orders'), details: withStaff('orders') },
  },
  // Asked for on the order's page, decided on their details.
  refunds: {
    root: { list: adminOnly, details: adminOnly },
    shop: { list: withStaff('orders'), details: withStaff('orders') },
  },
  // Written in the storefront; edited and answered in dialogs.
  reviews: {
    root: { list: adminOnly, details: adminOnly },
    shop: { list: withStaff('feedback') },
  },
  questions: { root: { list: adminOnly }, shop: { list: withStaff('feedback') } },
  // What vendors have sent in: nothing is made here.
  'review-banners': { root: { list: adminOnly, edit: adminOnly, details: adminOnly } },
};

/** Roles that may open one screen of a family; undefined when that screen does not exist. */
export function screenAccess(
  family: string,
  screen: Screen,
  inShop: boolean,
): readonly Permission[] | undefined {
  if (!Object.hasOwn(familyPages, family)) return undefined;
  const access = familyPages[family as ResourceName];
  return (inShop ? access.shop : access.root)?.[screen];
}
