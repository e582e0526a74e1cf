import { taxes } from '@/contract/settings/taxes';
import { resourcePage } from '@/crud/resource-page';

export default resourcePage(taxes);
