import words from '@locales/ru/resources.json?attributes';
import { attributes } from '@/contract/catalogue/attributes';
import { resourcePage } from '@/crud/resource-page';
import { AttributesList } from '@/features/catalogue/attributes/attributes-list';

export default resourcePage(attributes, words.attributes, { List: AttributesList });
