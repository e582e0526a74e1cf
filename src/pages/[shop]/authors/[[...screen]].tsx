import { authorsInShop } from '@/contract/catalogue/authors';
import { resourcePage } from '@/crud/resource-page';

export default resourcePage(authorsInShop);
