import { defineAuthPage } from '@/shell/auth-layout';
import { lazy } from '@/shell/define-page';

const PayPage = lazy(() => import('@/features/payments/pay-links/pay-page'), 'PayPage');

export default defineAuthPage(PayPage, { titleKey: 'common:text-payment-settings' });
