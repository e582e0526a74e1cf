import { reviews } from '@/contract/feedback/reviews';
import { resourcePage } from '@/crud/resource-page';
import { ReviewList } from '@/features/feedback/review-list';
import { lazy } from '@/shell/define-page';

const Details = lazy(() => import('@/features/feedback/review-details'), 'ReviewDetails');

export default resourcePage(reviews, { List: ReviewList, Details });
