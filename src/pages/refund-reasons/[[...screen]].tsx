import words from '@locales/ru/resources.json';
import { refundReasons } from '@/contract/refund-reasons';
import { resourcePage } from '@/crud/resource-page';

export default resourcePage(refundReasons, words['refund-reasons']);
