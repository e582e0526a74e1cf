import { useTranslation } from 'next-i18next/pages';
import type { ReactNode } from 'react';
import { Thumbnail } from '@/components/media/thumbnail';
import { Link } from '@/components/ui/link';
import { WrittenText } from '@/components/ui/written-text';
import { products } from '@/contract/catalogue/products';
import type { Product } from '@/contract/catalogue/products/schema';
import { familyPaths } from '@/contract/core/define';
import { useRights } from '@/lib/session/rights';
import { isOnSale } from './product-cells';

interface ProductCardProps {
  product: Product;
  shop: string | undefined;
  /** The list is of several shops. */
  isOfMany?: boolean;
  renderCell: (product: Product, key: string) => ReactNode;
}

/** A product on a phone: name, shop or SKU with the status, then the price with the stock at the end. */
export function ProductCard({ product, shop, isOfMany = shop === undefined, renderCell }: ProductCardProps) {
  const { t } = useTranslation('catalogue');
  const { canUpdate } = useRights(products, shop);
  const { id, name, sku, image } = product;
  const paths = familyPaths(products, shop);
  const isUsual = product.status === 'publish' && !product.has_waiting_change;
  const second = isOfMany ? product.shop?.name : sku && t('catalogue:products.cells.sku', { sku });
  return (
    <div className="flex items-start gap-3">
      <Thumbnail path={image?.thumbnail ?? null} title={name} />
      <div className="min-w-0 flex-1">
        <Link href={canUpdate ? paths.edit(id) : paths.details(id)} className="block font-medium">
          <WrittenText className="line-clamp-2 break-words" text={name} />
        </Link>
        <span className="flex items-center justify-between gap-x-3 text-small text-ink-second">
          <span className="min-w-0 truncate">{second || product.type?.name}</span>
          {!isUsual && renderCell(product, 'status')}
        </span>
        <span className="-mb-2 flex items-end justify-between gap-x-3">
          {renderCell(product, 'price')}
          <span className="ms-auto inline-flex items-center gap-1 text-small text-ink-second">
            {renderCell(product, 'quantity')}
            {hasPlainStock(product) && t('catalogue:products.cells.pieces')}
          </span>
        </span>
      </div>
    </div>
  );
}

/** A bare number, without the badge that says it in words. */
const hasPlainStock = (product: Product) => product.quantity >= product.low_at || !isOnSale(product);
