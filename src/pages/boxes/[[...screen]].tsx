import { boxes } from '@/contract/settings/boxes';
import { resourcePage } from '@/crud/resource-page';

export default resourcePage(boxes);
