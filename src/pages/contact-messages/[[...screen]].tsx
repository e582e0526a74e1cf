import dynamic from 'next/dynamic';
import { contactMessages } from '@/contract/messaging/contact-messages';
import { resourcePage } from '@/crud/resource-page';

const Details = dynamic(() =>
  import('@/features/messaging/contact/contact-message-details').then(
    (module) => module.ContactMessageDetails,
  ),
);

export default resourcePage(contactMessages, { Details });
