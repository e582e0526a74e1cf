import { defineAuthPage } from '@/shell/auth-layout';
import { lazy } from '@/shell/define-page';

const PayPage = lazy(() => import('@/features/orders/pay/pay-page'), 'PayPage');

export default defineAuthPage(PayPage, { titleKey: 'common:text-payment-settings' });
