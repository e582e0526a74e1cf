import dynamic from 'next/dynamic';

const PaymentSettings = dynamic(() =>
  import('@/features/settings/payment-settings').then((module) => module.PaymentSettings),
);

export default function PaymentSettingsPage() {
  return <PaymentSettings />;
}

PaymentSettingsPage.titleKey = 'common:text-payment-settings';
