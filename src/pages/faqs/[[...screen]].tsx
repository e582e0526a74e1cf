import words from '@locales/ru/resources.json';
import { faqs } from '@/contract/faqs';
import { resourcePage } from '@/crud/resource-page';

export default resourcePage(faqs, words.faqs);
