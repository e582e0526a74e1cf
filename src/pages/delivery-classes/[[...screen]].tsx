import { deliveryClasses } from '@/contract/settings/delivery-classes';
import { resourcePage } from '@/crud/resource-page';

export default resourcePage(deliveryClasses);
