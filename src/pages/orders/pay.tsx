import dynamic from 'next/dynamic';
import { defineAuthPage } from '@/shell/auth-layout';

const PayPage = dynamic(() => import('@/features/orders/pay/pay-page').then((module) => module.PayPage));

export default defineAuthPage(PayPage, { titleKey: 'common:text-payment-settings' });
