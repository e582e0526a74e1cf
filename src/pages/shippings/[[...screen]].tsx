import { shippings } from '@/contract/settings/shippings';
import { resourcePage } from '@/crud/resource-page';

export default resourcePage(shippings);
