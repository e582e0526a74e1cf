import { ShopProductsPage } from '@/features/promotions/flash-sale/shop-products-page';

export default function ShopFlashSaleProductsPage() {
  return <ShopProductsPage />;
}

ShopFlashSaleProductsPage.titleKey = 'promotions:flash-sale.card.my-products';
