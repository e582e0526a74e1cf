import { ownValue } from '@/contract/core/own-value';
import type { Area } from './core/areas';
import type { Screen } from './core/define';
import {
  adminOnly,
  adminOwner,
  adminOwnerStaff,
  moneyReaders,
  ownerOnly,
  type Permission,
  withStaff,
} from './core/permissions';

/** Roles by screen; missing screens do not exist. */
type ScreenAccess = Partial<Record<Screen, readonly Permission[]>>;

interface FamilyPages {
  root: ScreenAccess;
  shop?: ScreenAccess;
}

interface OwnFamily extends FamilyPages {
  /** What a role of the team must have to see or change it; those of the dialect stand in `access.ts`. */
  area: Area;
}

/** Screens of a family without translated fields. */
const plain = (allow: readonly Permission[]): ScreenAccess => ({
  list: allow,
  create: allow,
  edit: allow,
  details: allow,
});

const translated = (allow: readonly Permission[]): ScreenAccess => ({ ...plain(allow), translate: allow });

/** Shared dictionaries to which owners and staff submit records. */
const inCatalogue: ScreenAccess = { list: withStaff('catalogue'), create: withStaff('catalogue') };

/**
 * Families of ours: other servers of the dialect do not have them, and the panel hides them there (`capabilities.ts`).
 * A new family belongs here.
 */
export const ownFamilies = {
  // Answered on the details, never edited.
  'contact-messages': {
    area: 'messages',
    root: { list: adminOnly, create: adminOnly, details: adminOnly },
  },
  'newsletter-subscribers': { area: 'content', root: plain(adminOnly) },
  newsletters: { area: 'content', root: plain(adminOnly) },
  'reply-templates': {
    area: 'messages',
    root: plain(adminOnly),
    shop: plain(withStaff('feedback')),
  },
} satisfies Record<string, OwnFamily>;

/** The families of the dialect; their number is closed. */
const dialectFamilies = {
  tags: { root: translated(adminOnly) },
  boxes: { root: plain(adminOnly) },
  faqs: { root: translated(adminOnly), shop: translated(withStaff('content')) },
  'store-notices': {
    // Receivers read it at the root, because a vendor may have no shop.
    root: { ...translated(adminOnly), details: adminOwnerStaff },
    shop: { ...translated(adminOwner), details: adminOwnerStaff },
  },
  'error-codes': { root: translated(adminOnly) },
  groups: { root: translated(adminOnly) },
  categories: { root: translated(adminOnly) },
  // Attributes belong to a shop and are created there.
  attributes: {
    root: { list: adminOnly, edit: adminOnly, translate: adminOnly, details: adminOnly },
    shop: translated(withStaff('catalogue')),
  },
  'attribute-values': { root: translated(adminOnly) },
  authors: {
    root: translated(adminOnly),
    shop: inCatalogue,
  },
  manufacturers: { root: translated(adminOnly), shop: inCatalogue },
  taxes: { root: translated(adminOnly) },
  shippings: { root: translated(adminOnly) },
  'delivery-classes': { root: plain(adminOnly) },
  'order-status': { root: translated(adminOnly) },
  'refund-policies': { root: translated(adminOnly) },
  'refund-reasons': { root: translated(adminOnly) },
  // Owners create coupons of their shops, which an administrator approves; staff edit them.
  coupons: {
    root: translated(adminOnly),
    shop: { ...translated(withStaff('promotions')), create: adminOwner },
  },
  'terms-and-conditions': {
    root: translated(adminOnly),
    shop: { ...translated(ownerOnly), list: withStaff('content') },
  },
  'flash-sale': {
    root: translated(adminOnly),
    shop: { list: withStaff('promotions'), details: withStaff('promotions') },
  },
  'mobile-app-versions': { root: translated(adminOnly) },
  'social-links': { root: plain(adminOnly) },
  'advertising-banners': { root: translated(adminOnly) },
  users: { root: plain(adminOnly) },
  // The pages of a shop are below its slug (`pages/index.ts`); details and form here redirect to them.
  shops: { root: { ...translated(adminOwner), list: adminOnly } },
  staffs: {
    root: { list: adminOwner, create: adminOwner, edit: adminOwner },
    shop: { list: adminOwner, create: adminOwner, edit: adminOwner },
  },
  // Created in a shop, decided on the details.
  withdraws: {
    root: { list: adminOnly, create: adminOwner, details: adminOnly },
    shop: { list: moneyReaders, create: adminOwner, details: moneyReaders },
  },
  // Products belong to a shop: the root asks administrators for it first.
  products: {
    root: translated(adminOnly),
    shop: translated(withStaff('catalogue')),
  },
  // Placed at the checkout, never edited in a form (`pages/index.ts`).
  orders: {
    root: { list: adminOnly, details: adminOnly },
    shop: { list: withStaff('orders'), details: withStaff('orders') },
  },
  // Requested on the order's page, decided on the details.
  refunds: {
    root: { list: adminOnly, details: adminOnly },
    shop: { list: withStaff('orders'), details: withStaff('orders') },
  },
  // Written in the storefront; edited and answered in dialogs.
  reviews: {
    root: { list: adminOnly, details: adminOnly },
    shop: { list: withStaff('feedback') },
  },
  questions: {
    root: { list: adminOnly, details: adminOnly },
    shop: { list: withStaff('feedback'), details: withStaff('feedback') },
  },
  // Submitted by vendors, never created here.
  'review-banners': {
    root: { list: adminOnly, edit: adminOnly, details: adminOnly },
  },
} satisfies Record<string, FamilyPages>;

const pagesOfFamilies = { ...dialectFamilies, ...ownFamilies };

/**
 * The one list of pages of families: who may open the screens at the root and, where a family has pages there, in a
 * shop. Not in the declarations, because every page of the panel ships it for gate and menu: 0.9 kB (gzip) against the
 * 9 kB of all declarations.
 */
export const familyPages: Record<keyof typeof pagesOfFamilies, FamilyPages> = pagesOfFamilies;

/** Users are banned, withdrawals are rejected, orders and refunds are kept. */
export const keptFamilies = ['users', 'withdraws', 'orders', 'refunds'] as const;

/** False for a family whose records stay, and for what is no family. */
export function isRemovable(family: string): boolean {
  return Object.hasOwn(familyPages, family) && !keptFamilies.some((name) => name === family);
}

/** Roles that may open a screen of a family; undefined when it does not exist. */
export function screenAccess(
  family: string,
  screen: Screen,
  inShop: boolean,
): readonly Permission[] | undefined {
  const access = ownValue(familyPages, family);
  return (inShop ? access?.shop : access?.root)?.[screen];
}
