import words from '@locales/ru/resources.json?shippings';
import { shippings } from '@/contract/settings/shippings';
import { resourcePage } from '@/crud/resource-page';

export default resourcePage(shippings, words.shippings);
