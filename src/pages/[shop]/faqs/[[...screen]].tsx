import { faqs } from '@/contract/settings/faqs';
import { resourcePage } from '@/crud/resource-page';

export default resourcePage(faqs);
