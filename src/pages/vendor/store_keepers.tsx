import words from '@locales/ru/resources.json?staffs';
import { storeKeepers } from '@/contract/shops/staffs';
import { resourcePage } from '@/crud/resource-page';

export default resourcePage(storeKeepers, words.staffs);
