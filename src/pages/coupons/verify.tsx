import { VerifyCoupon } from '@/features/promotions/coupons/verify-coupon';

export default function VerifyCouponPage() {
  return <VerifyCoupon />;
}

VerifyCouponPage.titleKey = 'promotions:coupons.verify.title';
