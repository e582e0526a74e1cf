import { refunds } from '@/contract/refunds';
import { resourcePage } from '@/crud/resource-page';
import { RefundList } from '@/features/refunds/refund-list';
import { lazy } from '@/shell/define-page';

const Details = lazy(() => import('@/features/refunds/refund-details'), 'RefundDetails');

export default resourcePage(refunds, { List: RefundList, Details });
