import { reviews } from '@/contract/feedback/reviews';
import { resourcePage } from '@/crud/resource-page';
import { ReviewList } from '@/features/feedback/review-list';

export default resourcePage({ ...reviews, pageSize: 10 }, { List: ReviewList });
