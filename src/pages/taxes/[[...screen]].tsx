import words from '@locales/ru/resources.json?taxes';
import { taxes } from '@/contract/settings/taxes';
import { resourcePage } from '@/crud/resource-page';

export default resourcePage(taxes, words.taxes);
