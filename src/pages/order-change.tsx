import dynamic from 'next/dynamic';
import { AuthLayout } from '@/shell/auth-layout';

const CustomerChange = dynamic(() =>
  import('@/features/orders/edit/customer-change').then((module) => module.CustomerChange),
);

export default function OrderChangePage() {
  return (
    <AuthLayout>
      <CustomerChange />
    </AuthLayout>
  );
}

OrderChangePage.titleKey = 'common:text-order-change';
