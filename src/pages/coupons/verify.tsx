import { VerifyCoupon } from '@/features/promotions/coupons/verify-coupon';
import { definePage } from '@/shell/define-page';

export default definePage(VerifyCoupon, {
  titleKey: 'promotions:coupons.verify.title',
  texts: ['promotions', 'form'],
});
