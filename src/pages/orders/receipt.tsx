import { definePage, lazy } from '@/shell/define-page';

const ReceiptPage = lazy(() => import('@/features/receipts/paper/receipt-page'), 'ReceiptPage');

export default definePage(ReceiptPage, { titleKey: 'receipts:receipts.paper.title' });
