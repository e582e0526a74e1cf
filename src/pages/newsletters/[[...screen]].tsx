import { newsletters } from '@/contract/messaging/newsletters';
import { resourcePage } from '@/crud/resource-page';
import { lazy } from '@/shell/define-page';

const Details = lazy(() => import('@/features/messaging/newsletter/newsletter-details'), 'NewsletterDetails');

export default resourcePage(newsletters, { Details });
