import { reviewBanners } from '@/contract/promotions/review-banners';
import { resourcePage } from '@/crud/resource-page';
import { lazy } from '@/shell/define-page';

const Details = lazy(
  () => import('@/features/promotions/review-banners/review-banner-details'),
  'ReviewBannerDetails',
);

export default resourcePage(reviewBanners, { Details });
