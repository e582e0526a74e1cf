import { users } from './accounts/users';
import { attributeValues } from './catalogue/attribute-values';
import { attributes } from './catalogue/attributes';
import { authors } from './catalogue/authors';
import { categories } from './catalogue/categories';
import { groups } from './catalogue/groups';
import { manufacturers } from './catalogue/manufacturers';
import { products } from './catalogue/products';
import { tags } from './catalogue/tags';
import type { familyPages } from './family-pages';
import { questions } from './feedback/questions';
import { reviews } from './feedback/reviews';
import { withdraws } from './ledger/withdraws';
import { contactMessages } from './messaging/contact-messages';
import { newsletterSubscribers } from './messaging/newsletter-subscribers';
import { newsletters } from './messaging/newsletters';
import { replyTemplates } from './messaging/reply-templates';
import { storeNotices } from './messaging/store-notices';
import { orders } from './orders';
import { orderStatus } from './orders/order-status';
import { advertisingBanners } from './promotions/advertising-banners';
import { coupons } from './promotions/coupons';
import { flashSale } from './promotions/flash-sale';
import { reviewBanners } from './promotions/review-banners';
import { refunds } from './refunds';
import { refundPolicies } from './refunds/refund-policies';
import { refundReasons } from './refunds/refund-reasons';
import { boxes } from './settings/boxes';
import { deliveryClasses } from './settings/delivery-classes';
import { errorCodes } from './settings/error-codes';
import { faqs } from './settings/faqs';
import { mobileAppVersions } from './settings/mobile-app-versions';
import { shippings } from './settings/shippings';
import { socialLinks } from './settings/social-links';
import { taxes } from './settings/taxes';
import { termsAndConditions } from './settings/terms-and-conditions';
import { shops } from './shops';
import { staffs } from './shops/staffs';

/** Registry of all families. */
export const resources = {
  tags,
  boxes,
  faqs,
  'store-notices': storeNotices,
  'contact-messages': contactMessages,
  'newsletter-subscribers': newsletterSubscribers,
  newsletters,
  'reply-templates': replyTemplates,
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
} as const satisfies Record<keyof typeof familyPages, unknown>;

export type ResourceName = keyof typeof resources;

export const resourceNames = Object.keys(resources) as ResourceName[];
