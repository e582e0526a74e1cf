import { errorCodes } from '@/contract/settings/error-codes';
import { resourcePage } from '@/crud/resource-page';

export default resourcePage(errorCodes);
