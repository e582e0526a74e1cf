import words from '@locales/ru/resources.json?manufacturers';
import { manufacturers } from '@/contract/catalogue/manufacturers';
import { resourcePage } from '@/crud/resource-page';

export default resourcePage(manufacturers, words.manufacturers);
