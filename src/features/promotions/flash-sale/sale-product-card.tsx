import { useTranslation } from 'next-i18next/pages';
import type { ReactNode } from 'react';
import type { Product } from '@/contract/catalogue/products/schema';

interface SaleProductCardProps {
  product: Product;
  cell: (product: Product, column: string) => ReactNode;
}

/** A product of a sale on a phone: what it is, what it costs, in which sale and how much is left. */
export function SaleProductCard({ product, cell }: SaleProductCardProps) {
  const { t } = useTranslation('resources');
  const { flash_sale: sale, quantity } = product;
  return (
    <div className="grid gap-1.5">
      {cell(product, 'name')}
      {cell(product, 'price')}
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1 text-small text-ink-second">
        {sale?.title}
        {cell(product, 'status')}
        <span className="ms-auto whitespace-nowrap">
          {cell(product, 'quantity')} {quantity > 0 && t('resources:products.cells.pieces')}
        </span>
      </span>
    </div>
  );
}
