import words from '@locales/ru/resources.json?authors';
import { authorsInShop } from '@/contract/authors';
import { resourcePage } from '@/crud/resource-page';

export default resourcePage(authorsInShop, words.authors);
