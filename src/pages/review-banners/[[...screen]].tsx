import dynamic from 'next/dynamic';
import { reviewBanners } from '@/contract/promotions/review-banners';
import { resourcePage } from '@/crud/resource-page';

const Details = dynamic(() =>
  import('@/features/promotions/review-banners/review-banner-details').then(
    (module) => module.ReviewBannerDetails,
  ),
);

export default resourcePage(reviewBanners, { Details });
