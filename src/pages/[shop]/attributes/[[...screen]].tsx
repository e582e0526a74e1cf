import words from '@locales/ru/resources.json?attributes';
import { attributes } from '@/contract/attributes';
import { resourcePage } from '@/crud/resource-page';
import { AttributesList } from '@/features/attributes/attributes-list';

export default resourcePage(attributes, words.attributes, { List: AttributesList });
