import dynamic from 'next/dynamic';
import { coupons } from '@/contract/promotions/coupons';
import { resourcePage } from '@/crud/resource-page';
import { CouponList } from '@/features/promotions/coupons/coupon-list';

const Form = dynamic(() =>
  import('@/features/promotions/coupons/coupon-form').then((module) => module.CouponForm),
);
const Details = dynamic(() =>
  import('@/features/promotions/coupons/coupon-details').then((module) => module.CouponDetails),
);

export default resourcePage(coupons, { List: CouponList, Form, Details });
