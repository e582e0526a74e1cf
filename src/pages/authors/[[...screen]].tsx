import words from '@locales/ru/resources.json?authors';
import { authors } from '@/contract/catalogue/authors';
import { resourcePage } from '@/crud/resource-page';

export default resourcePage(authors, words.authors);
