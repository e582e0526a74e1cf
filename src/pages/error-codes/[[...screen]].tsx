import words from '@locales/ru/resources.json?error-codes';
import { errorCodes } from '@/contract/settings/error-codes';
import { resourcePage } from '@/crud/resource-page';

export default resourcePage(errorCodes, words['error-codes']);
