import words from '@locales/ru/resources.json?manufacturers';
import { manufacturersInShop } from '@/contract/catalogue/manufacturers';
import { resourcePage } from '@/crud/resource-page';

export default resourcePage(manufacturersInShop, words.manufacturers);
