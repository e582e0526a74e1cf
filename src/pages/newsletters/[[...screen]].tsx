import dynamic from 'next/dynamic';
import { newsletters } from '@/contract/messaging/newsletters';
import { resourcePage } from '@/crud/resource-page';

const Details = dynamic(() =>
  import('@/features/messaging/newsletter/newsletter-details').then((module) => module.NewsletterDetails),
);

export default resourcePage(newsletters, { Details });
