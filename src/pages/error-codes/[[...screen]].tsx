import { errorCodes } from '@/contract/error-codes';
import { resourcePage } from '@/crud/resource-page';

export default resourcePage(errorCodes);
