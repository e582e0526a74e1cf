import { storeKeepers } from '@/contract/shops/staffs';
import { resourcePage } from '@/crud/resource-page';

export default resourcePage(storeKeepers);
