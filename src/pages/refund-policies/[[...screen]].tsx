import words from '@locales/ru/resources.json?refund-policies';
import { refundPolicies } from '@/contract/refunds/refund-policies';
import { resourcePage } from '@/crud/resource-page';

export default resourcePage(refundPolicies, words['refund-policies']);
