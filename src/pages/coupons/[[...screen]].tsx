import words from '@locales/ru/resources.json?coupons';
import dynamic from 'next/dynamic';
import { coupons } from '@/contract/coupons';
import { resourcePage } from '@/crud/resource-page';

const Form = dynamic(() => import('@/features/coupons/coupon-form').then((module) => module.CouponForm));
const Details = dynamic(() =>
  import('@/features/coupons/coupon-details').then((module) => module.CouponDetails),
);

export default resourcePage(coupons, words.coupons, { Form, Details });
