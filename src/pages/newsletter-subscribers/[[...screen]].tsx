import { newsletterSubscribers } from '@/contract/messaging/newsletter-subscribers';
import { resourcePage } from '@/crud/resource-page';

export default resourcePage(newsletterSubscribers);
