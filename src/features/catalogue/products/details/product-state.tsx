import { Badge } from '@/components/ui/badge';
import { products } from '@/contract/catalogue/products';
import type { Product } from '@/contract/catalogue/products/schema';
import { stockState } from '@/contract/catalogue/products/stock';
import { useLabels } from '@/lib/i18n/labels';

/** How a product stands, and whether there is enough of it. */
export function ProductState({ product }: { product: Product }) {
  const labels = useLabels(products);
  const tones = products.columns.find(({ key }) => key === 'status')?.tones;
  const stock = stockState(product.quantity, product.low_at);
  return (
    <span className="inline-flex flex-wrap gap-1.5">
      <Badge tone={tones?.[product.status]}>{labels.option('status', product.status)}</Badge>
      {stock !== 'enough' && (
        <Badge tone={stock === 'out' ? 'bad' : 'warn'}>{labels.option('stock', stock)}</Badge>
      )}
    </span>
  );
}
