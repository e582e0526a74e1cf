import { refundPolicies } from '@/contract/refunds/refund-policies';
import { resourcePage } from '@/crud/resource-page';

export default resourcePage(refundPolicies);
