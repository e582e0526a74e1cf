import { contactMessages } from '@/contract/messaging/contact-messages';
import { resourcePage } from '@/crud/resource-page';
import { lazy } from '@/shell/define-page';

const Details = lazy(
  () => import('@/features/messaging/contact/contact-message-details'),
  'ContactMessageDetails',
);

export default resourcePage(contactMessages, { Details });
