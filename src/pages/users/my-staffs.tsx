import words from '@locales/ru/resources.json?staffs';
import { myStaffs } from '@/contract/shops/staffs';
import { resourcePage } from '@/crud/resource-page';

export default resourcePage(myStaffs, words.staffs);
