import words from '@locales/ru/resources.json?faqs';
import { faqs } from '@/contract/settings/faqs';
import { resourcePage } from '@/crud/resource-page';

export default resourcePage(faqs, words.faqs);
