import words from '@locales/ru/resources.json?delivery-classes';
import { deliveryClasses } from '@/contract/settings/delivery-classes';
import { resourcePage } from '@/crud/resource-page';

export default resourcePage(deliveryClasses, words['delivery-classes']);
