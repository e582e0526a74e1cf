import { ShopProductsPage } from '@/features/promotions/flash-sale/shop-products-page';
import { definePage } from '@/shell/define-page';

export default definePage(ShopProductsPage, {
  titleKey: 'promotions:flash-sale.card.my-products',
  texts: ['promotions', 'form'],
});
