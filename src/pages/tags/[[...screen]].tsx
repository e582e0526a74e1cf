import { tags } from '@/contract/catalogue/tags';
import { resourcePage } from '@/crud/resource-page';

export default resourcePage(tags);
