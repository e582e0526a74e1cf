import words from '@locales/ru/resources.json?boxes';
import { boxes } from '@/contract/settings/boxes';
import { resourcePage } from '@/crud/resource-page';

export default resourcePage(boxes, words.boxes);
