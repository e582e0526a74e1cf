import dynamic from 'next/dynamic';
import { definePage } from '@/shell/define-page';

const PaymentSettings = dynamic(() =>
  import('@/features/settings/payment-settings').then((module) => module.PaymentSettings),
);

export default definePage(PaymentSettings, { titleKey: 'common:text-payment-settings' });
