import { flashSale } from '@/contract/promotions/flash-sale';
import { resourcePage } from '@/crud/resource-page';
import { lazy } from '@/shell/define-page';

const Form = lazy(() => import('@/features/promotions/flash-sale/sale-form'), 'SaleForm');
const Details = lazy(() => import('@/features/promotions/flash-sale/sale-details'), 'SaleDetails');

export default resourcePage(flashSale, { Form, Details });
