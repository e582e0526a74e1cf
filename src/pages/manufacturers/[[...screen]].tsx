import { manufacturers } from '@/contract/catalogue/manufacturers';
import { resourcePage } from '@/crud/resource-page';

export default resourcePage(manufacturers);
