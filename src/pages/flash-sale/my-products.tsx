import { ProductsPage } from '@/features/promotions/flash-sale/products-page';

export default function FlashSaleProductsPage() {
  return <ProductsPage />;
}

FlashSaleProductsPage.titleKey = 'promotions:flash-sale.card.my-products';
