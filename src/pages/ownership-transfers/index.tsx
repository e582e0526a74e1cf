import { TransfersPage } from '@/features/shops/transfers/transfers-page';
import { definePage } from '@/shell/define-page';

export default definePage(TransfersPage, {
  titleKey: 'common:text-ownership-transfers',
  texts: ['shops', 'form'],
});
