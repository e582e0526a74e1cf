import words from '@locales/ru/resources.json?authors';
import { authorsInShop } from '@/contract/catalogue/authors';
import { resourcePage } from '@/crud/resource-page';

export default resourcePage(authorsInShop, words.authors);
