import dynamic from 'next/dynamic';
import { reviews } from '@/contract/feedback/reviews';
import { resourcePage } from '@/crud/resource-page';
import { ReviewList } from '@/features/feedback/review-list';

const Details = dynamic(() =>
  import('@/features/feedback/review-details').then((module) => module.ReviewDetails),
);

export default resourcePage(reviews, { List: ReviewList, Details });
