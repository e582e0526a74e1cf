import { coupons } from '@/contract/promotions/coupons';
import { resourcePage } from '@/crud/resource-page';
import { CouponList } from '@/features/promotions/coupons/coupon-list';
import { lazy } from '@/shell/define-page';

const Form = lazy(() => import('@/features/promotions/coupons/coupon-form'), 'CouponForm');
const Details = lazy(() => import('@/features/promotions/coupons/coupon-details'), 'CouponDetails');

export default resourcePage(coupons, { List: CouponList, Form, Details });
