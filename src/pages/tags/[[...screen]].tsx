import words from '@locales/ru/resources.json';
import { tags } from '@/contract/tags';
import { resourcePage } from '@/crud/resource-page';

export default resourcePage(tags, words.tags);
