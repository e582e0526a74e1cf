import { useTranslation } from 'next-i18next/pages';
import type { ReactNode } from 'react';
import { TitleCell } from '@/components/table/title-cell';
import { Badge } from '@/components/ui/badge';
import type { ProductStatus } from '@/contract/catalogue/products/moderation';
import type { Product } from '@/contract/catalogue/products/schema';
import type { Tone } from '@/contract/core/define';
import { formatNumber } from '@/lib/format/format';
import { PriceChange } from './price-change';
import { useSaleWords } from './use-sale-words';

const tones: Record<ProductStatus, Tone> = {
  publish: 'good',
  approved: 'good',
  under_review: 'warn',
  draft: 'neutral',
  unpublish: 'neutral',
  rejected: 'bad',
};

/** On sale: the normal state needs no badge. */
const isUsual = (status: ProductStatus) => tones[status] === 'good';

export function useProductCells(isOneShop: boolean): (product: Product, column: string) => ReactNode {
  const { t, i18n } = useTranslation('promotions');
  const words = useSaleWords();
  const card = 'promotions:flash-sale.card';
  const number = (value: number) => formatNumber(value, i18n.language);
  const cells: Record<string, (product: Product) => ReactNode> = {
    name: (product) => (
      <TitleCell
        title={product.name}
        note={[!isOneShop && product.shop?.name, product.sku].filter(Boolean).join(' · ')}
        picture={product.image?.thumbnail ?? null}
      />
    ),
    product_type: ({ product_type }) => (
      <span className="whitespace-nowrap">{t(`${card}.${product_type}`)}</span>
    ),
    price: (product) => <Prices product={product} />,
    sale: ({ flash_sale }) =>
      flash_sale && <span className="line-clamp-2 min-w-32 break-words">{flash_sale.title}</span>,
    discount: ({ flash_sale }) => flash_sale && words.discount(flash_sale),
    quantity: ({ quantity }) =>
      quantity < 1 ? <Badge tone="bad">{t(`${card}.out`)}</Badge> : number(quantity),
    sold_quantity: ({ sold_quantity }) => number(sold_quantity),
    status: ({ status, quantity, low_at }) => (
      <span className="inline-flex flex-wrap gap-1">
        {isUsual(status) ? (
          <span className="text-ink-second">{t(`${card}.statuses.${status}`, { defaultValue: status })}</span>
        ) : (
          <Badge tone={tones[status]}>{t(`${card}.statuses.${status}`, { defaultValue: status })}</Badge>
        )}
        {quantity > 0 && quantity < low_at && <Badge tone="warn">{t(`${card}.low`)}</Badge>}
      </span>
    ),
  };
  return (product, column) => cells[column]?.(product);
}

function Prices({ product }: { product: Product }) {
  const words = useSaleWords();
  const { flash_sale: sale } = product;
  const regular = words.regular(product);
  if (!sale) return regular;
  return (
    <PriceChange
      isStacked
      regular={regular}
      reduced={sale.price === null ? null : words.range(sale.price, sale.max_price)}
    />
  );
}
