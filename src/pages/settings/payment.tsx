import { definePage, lazy } from '@/shell/define-page';

const PaymentSettings = lazy(() => import('@/features/settings/payment-settings'), 'PaymentSettings');

export default definePage(PaymentSettings, { titleKey: 'common:text-payment-settings' });
