import words from '@locales/ru/resources.json?refund-reasons';
import { refundReasons } from '@/contract/refunds/refund-reasons';
import { resourcePage } from '@/crud/resource-page';

export default resourcePage(refundReasons, words['refund-reasons']);
