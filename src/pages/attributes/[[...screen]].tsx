import { attributes } from '@/contract/catalogue/attributes';
import { resourcePage } from '@/crud/resource-page';

export default resourcePage(attributes);
