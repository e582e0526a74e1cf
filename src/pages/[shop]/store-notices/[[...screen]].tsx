import words from '@locales/ru/resources.json?store-notices';
import dynamic from 'next/dynamic';
import { storeNotices } from '@/contract/store-notices';
import { resourcePage } from '@/crud/resource-page';

const Form = dynamic(() =>
  import('@/features/store-notices/store-notice-form').then((module) => module.StoreNoticeForm),
);
const Details = dynamic(() =>
  import('@/features/store-notices/notice-details').then((module) => module.NoticeDetails),
);

export default resourcePage(storeNotices, words['store-notices'], { Form, Details });
