import { ProductsPage } from '@/features/promotions/flash-sale/products-page';
import { definePage } from '@/shell/define-page';

export default definePage(ProductsPage, {
  titleKey: 'promotions:flash-sale.card.my-products',
  texts: ['promotions', 'form'],
});
