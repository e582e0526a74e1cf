import { typed } from '@/server/demo/typed';
import type { Banner } from './banners';
import reviewBannersData from './review-banners.json';

export interface DemoReviewBanner extends Banner {
  shop: string;
  /** Hours since submission. */
  age: number;
  status: 'pending' | 'approved' | 'rejected';
  reason?: string;
}

export const reviewBanners = typed<readonly DemoReviewBanner[]>(reviewBannersData);
