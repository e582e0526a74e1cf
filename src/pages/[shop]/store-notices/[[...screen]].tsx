import dynamic from 'next/dynamic';
import { storeNotices } from '@/contract/messaging/store-notices';
import { resourcePage } from '@/crud/resource-page';

const Form = dynamic(() =>
  import('@/features/messaging/store-notices/store-notice-form').then((module) => module.StoreNoticeForm),
);
const Details = dynamic(() =>
  import('@/features/messaging/store-notices/notice-details').then((module) => module.NoticeDetails),
);

export default resourcePage(storeNotices, { Form, Details });
