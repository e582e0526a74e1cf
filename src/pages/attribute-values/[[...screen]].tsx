import words from '@locales/ru/resources.json?attribute-values';
import { attributeValues } from '@/contract/catalogue/attribute-values';
import { resourcePage } from '@/crud/resource-page';

export default resourcePage(attributeValues, words['attribute-values']);
