import { TillPage } from '@/features/orders/till/till-page';
import { definePage } from '@/shell/define-page';

export default definePage(TillPage, {
  titleKey: 'common:text-till',
  texts: ['form', 'orders', 'promotions'],
});
