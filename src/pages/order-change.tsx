import dynamic from 'next/dynamic';
import { defineAuthPage } from '@/shell/auth-layout';

const CustomerChange = dynamic(() =>
  import('@/features/orders/edit/customer-change').then((module) => module.CustomerChange),
);

export default defineAuthPage(CustomerChange, { titleKey: 'common:text-order-change' });
