import { storeNotices } from '@/contract/messaging/store-notices';
import { resourcePage } from '@/crud/resource-page';
import { lazy } from '@/shell/define-page';

const Form = lazy(() => import('@/features/messaging/store-notices/store-notice-form'), 'StoreNoticeForm');
const Details = lazy(() => import('@/features/messaging/store-notices/notice-details'), 'NoticeDetails');

export default resourcePage(storeNotices, { Form, Details });
