import { attributeValues } from '@/contract/catalogue/attribute-values';
import { resourcePage } from '@/crud/resource-page';

export default resourcePage(attributeValues);
