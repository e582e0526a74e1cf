import { defineAuthPage } from '@/shell/auth-layout';
import { lazy } from '@/shell/define-page';

const CustomerChange = lazy(() => import('@/features/orders/edit/customer-change'), 'CustomerChange');

export default defineAuthPage(CustomerChange, { titleKey: 'common:text-order-change' });
