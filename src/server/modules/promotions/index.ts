import { defineModule } from '@/server/core/module';
import { advertisingBannersService } from './banners/advertising-banners';
import { reviewBannersService } from './banners/review-banners';
import { bannerRoutes } from './banners/routes';
import { couponsService } from './coupons/coupons';
import { couponRoutes } from './coupons/routes';
import { flashSaleService } from './flash-sales/flash-sale';
import { flashSaleRoutes } from './flash-sales/routes';

export const promotions = defineModule({
  routes: [couponRoutes, flashSaleRoutes, bannerRoutes],
  effects: {},
  resources: {
    coupons: couponsService,
    'flash-sale': flashSaleService,
    'advertising-banners': advertisingBannersService,
    'review-banners': reviewBannersService,
  },
});
