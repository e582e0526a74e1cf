import words from '@locales/ru/resources.json?newsletter-subscribers';
import { newsletterSubscribers } from '@/contract/messaging/newsletter-subscribers';
import { resourcePage } from '@/crud/resource-page';

export default resourcePage(newsletterSubscribers, words['newsletter-subscribers']);
