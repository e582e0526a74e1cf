import type { Product } from '@/contract/catalogue/products/schema';
import { action, as, type ById, type Fields, type SentInput, type TypedNumber } from '@/contract/core/action';
import type { Page } from '@/contract/core/paging';
import { adminOnly, adminOwner, withStaff } from '@/contract/core/permissions';
import type { CouponAnswer } from './coupons';
import { couponCheckSchema } from './coupons/schema';
import { consentWithdrawalSchema, type FlashSaleRequest, invitationAnswerSchema } from './flash-sale/schema';
import { approvalSchema, rejectionSchema } from './review-banners/schema';

/** What can be asked of promotions, besides the rows of its families. */

export type WithFloors<Body> = Fields<Omit<Body, 'price_floors'>> & {
  price_floors: readonly { product_id: number; min_price?: TypedNumber | null }[];
};

export const verifyCoupon = action('POST coupons/verify', 'The discount for a cart, or why there is none.', {
  right: 'promotions:read',
  allow: 'public',
  inView: true,
  body: couponCheckSchema,
  answer: as<CouponAnswer>(),
});
export const approveCoupon = action(
  'POST approve-coupon',
  'Approves a coupon of a shop, or one that waits for a second person.',
  { right: 'promotions:decide', allow: adminOnly },
);
export const disapproveCoupon = action('POST disapprove-coupon', 'Takes the approval of a coupon back.', {
  right: 'promotions:decide',
  allow: adminOnly,
});
export const countBannerView = action(
  'POST advertising-banners/:key/view',
  'Counts that a banner was seen.',
  { right: 'own', allow: 'public' },
);
export const countBannerClick = action(
  'POST advertising-banners/:key/click',
  'Counts that a banner was followed.',
  { right: 'own', allow: 'public' },
);
export const approveBanner = action(
  'POST approve-review-banner',
  'Approves a banner of a shop, which is shown from then on.',
  { right: 'promotions:decide', allow: adminOnly, capability: 'banner-moderation', body: approvalSchema },
);
export const rejectBanner = action(
  'POST disapprove-review-banner',
  'Declines a banner of a shop with a reason; it may be submitted again.',
  { right: 'promotions:decide', allow: adminOnly, capability: 'banner-moderation', body: rejectionSchema },
);
export const productsBySale = action(
  'GET products-by-flash-sale',
  "A page of a sale's products with their prices under this sale.",
  { right: 'promotions:read', allow: withStaff('promotions'), answer: as<Page<Product>>() },
);
export const requestedProducts = action(
  'GET requested-products-for-flash-sale',
  "A page of a request's products.",
  { right: 'promotions:read', allow: withStaff('promotions') },
);
export const salesOfProduct = action('GET product-flash-sale-info', 'The sales of one own product.', {
  right: 'promotions:read',
  allow: adminOwner,
});
export const answerInvitation = action(
  'POST answer-flash-sale-invitation',
  'Accepts or declines the invitation of a product to a sale.',
  {
    right: 'promotions:write',
    allow: withStaff('promotions'),
    capability: 'sale-consents',
    body: invitationAnswerSchema,
    sends: as<WithFloors<SentInput<typeof invitationAnswerSchema>>>(),
    answer: as<FlashSaleRequest>(),
  },
);
export const withdrawConsent = action(
  'POST withdraw-flash-sale-consent',
  'Removes one product from a sale immediately, even a running one; placed orders keep their prices.',
  {
    right: 'promotions:write',
    allow: withStaff('promotions'),
    capability: 'sale-consents',
    body: consentWithdrawalSchema,
    answer: as<boolean>(),
  },
);
export const approveSaleRequest = action(
  'POST approve-flash-sale-requested-products',
  'Takes goods of a shop into a sale.',
  { right: 'promotions:decide', allow: adminOnly, sends: as<ById>(), answer: as<FlashSaleRequest>() },
);
export const declineSaleRequest = action(
  'POST disapprove-flash-sale-requested-products',
  'Declines goods of a shop for a sale.',
  { right: 'promotions:decide', allow: adminOnly, sends: as<ById>(), answer: as<FlashSaleRequest>() },
);
