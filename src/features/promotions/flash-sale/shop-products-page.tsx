import words from '@locales/ru/resources.json?flash-sale';
import { useRouter } from 'next/router';
import { addWords } from '@/lib/i18n/i18n';
import { useShopId } from '@/lib/session/shop-id';
import { MyProducts } from './my-products';

addWords('resources', { 'flash-sale': words['flash-sale'] });

/** A shop's products in sales. */
export function ShopProductsPage() {
  const { query } = useRouter();
  const shop = typeof query.shop === 'string' ? query.shop : undefined;
  const shopId = useShopId(shop);
  if (shop === undefined) return null;
  return <MyProducts path={`/${encodeURIComponent(shop)}/flash-sale/my-products`} shopId={shopId} />;
}
