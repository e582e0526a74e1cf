import { VerifyCoupon } from '@/features/promotions/coupons/verify-coupon';

export default function VerifyCouponPage() {
  return <VerifyCoupon />;
}

VerifyCouponPage.titleKey = 'resources:coupons.verify.title';
