import '@/lib/i18n/form-words';
import { Skeleton } from '@/components/ui/skeleton';
import type { ProductDetails } from '@/contract/catalogue/products/details';
import type { FormProps, Row } from '@/crud/types';
import { useMe } from '@/lib/session/me';
import { useShopId } from '@/lib/session/shop-id';
import { ProductEditor } from './product-editor';

/** A product as its shop writes it, new or old (reference pages §3.5). */
export function ProductForm({ row, shop }: FormProps) {
  const { data: me } = useMe();
  const product = row && toProduct(row);
  const ownShop = useShopId(product ? undefined : shop);
  const shopId = product?.shop_id ?? ownShop;
  // The draft is found by whose it is, and a new product belongs to a shop.
  if (!me || shopId === undefined) return <Skeleton className="mt-2 h-96 w-full rounded-card" />;
  return <ProductEditor key={product?.id} {...{ product, shopId, shop }} userId={me.id} />;
}

/** The engine knows no family's row: this one is answered by the family's own service. */
function toProduct(row: Row): ProductDetails {
  return row as unknown as ProductDetails;
}
