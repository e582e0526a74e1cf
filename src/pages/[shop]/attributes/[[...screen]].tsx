import { attributesInShop } from '@/contract/catalogue/attributes';
import { resourcePage } from '@/crud/resource-page';
import { AttributesList } from '@/features/catalogue/attributes/attributes-list';

export default resourcePage(attributesInShop, { List: AttributesList });
