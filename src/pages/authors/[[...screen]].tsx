import { authors } from '@/contract/catalogue/authors';
import { resourcePage } from '@/crud/resource-page';

export default resourcePage(authors);
