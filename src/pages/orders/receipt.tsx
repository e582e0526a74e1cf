import dynamic from 'next/dynamic';
import { definePage } from '@/shell/define-page';

const ReceiptPage = dynamic(() =>
  import('@/features/orders/pay/receipt-page').then((module) => module.ReceiptPage),
);

export default definePage(ReceiptPage, { titleKey: 'receipts:receipts.paper.title' });
