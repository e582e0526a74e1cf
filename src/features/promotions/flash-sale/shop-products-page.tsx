import { useRouter } from 'next/router';
import { useShopId } from '@/lib/session/shop-id';
import { MyProducts } from './my-products';

export function ShopProductsPage() {
  const { query } = useRouter();
  const shop = typeof query.shop === 'string' ? query.shop : undefined;
  const shopId = useShopId(shop);
  if (shop === undefined) return null;
  return <MyProducts path={`/${encodeURIComponent(shop)}/flash-sale/my-products`} shopId={shopId} />;
}
