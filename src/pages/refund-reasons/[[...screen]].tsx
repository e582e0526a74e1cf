import { refundReasons } from '@/contract/refunds/refund-reasons';
import { resourcePage } from '@/crud/resource-page';

export default resourcePage(refundReasons);
