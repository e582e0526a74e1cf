import words from '@locales/ru/resources.json';
import { deliveryClasses } from '@/contract/delivery-classes';
import { resourcePage } from '@/crud/resource-page';

export default resourcePage(deliveryClasses, words['delivery-classes']);
