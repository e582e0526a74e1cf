import { advertisingBanners } from './advertising-banners';
import { attributeValues } from './attribute-values';
import { attributes } from './attributes';
import { authors } from './authors';
import { boxes } from './boxes';
import { categories } from './categories';
import { coupons } from './coupons';
import { deliveryClasses } from './delivery-classes';
import { errorCodes } from './error-codes';
import { faqs } from './faqs';
import { flashSale } from './flash-sale';
import { groups } from './groups';
import { manufacturers } from './manufacturers';
import { mobileAppVersions } from './mobile-app-versions';
import { orderStatus } from './order-status';
import { orders } from './orders';
import { products } from './products';
import { questions } from './questions';
import { refundPolicies } from './refund-policies';
import { refundReasons } from './refund-reasons';
import { refunds } from './refunds';
import { reviewBanners } from './review-banners';
import { reviews } from './reviews';
import { shippings } from './shippings';
import { shops } from './shops';
import { socialLinks } from './social-links';
import { staffs } from './staffs';
import { storeNotices } from './store-notices';
import { tags } from './tags';
import { taxes } from './taxes';
import { termsAndConditions } from './terms-and-conditions';
import { users } from './users';
import { withdraws } from './withdraws';

/** The registry of families that follow from their declaration. */
export const resources = {
  tags,
  boxes,
  faqs,
  'store-notices': storeNotices,
  'error-codes': errorCodes,
  authors,
  manufacturers,
  coupons,
  'mobile-app-versions': mobileAppVersions,
  'social-links': socialLinks,
  'advertising-banners': advertisingBanners,
  'review-banners': reviewBanners,
  groups,
  products,
  categories,
  attributes,
  'attribute-values': attributeValues,
  'order-status': orderStatus,
  taxes,
  shippings,
  'delivery-classes': deliveryClasses,
  'refund-policies': refundPolicies,
  'refund-reasons': refundReasons,
  'terms-and-conditions': termsAndConditions,
  'flash-sale': flashSale,
  users,
  shops,
  staffs,
  withdraws,
  orders,
  refunds,
  reviews,
  questions,
} as const;

export type ResourceName = keyof typeof resources;

export const resourceNames = Object.keys(resources) as ResourceName[];
