import { useTranslation } from 'next-i18next/pages';
import type { SaleTerms } from '@/contract/catalogue/products/sale-price';
import type { SaleProduct } from '@/contract/promotions/flash-sale/schema';
import { PriceChange } from './price-change';
import { useSaleWords } from './use-sale-words';

export function ProductPrice({ product, terms }: { product: SaleProduct; terms: SaleTerms }) {
  const { t } = useTranslation('promotions');
  const words = useSaleWords();
  const floor = product.min_price_floor ?? null;
  return (
    <span className="inline-flex flex-wrap items-baseline gap-x-2">
      <PriceChange
        regular={words.regular(product)}
        reduced={words.reduced(product, { ...terms, min_price: floor })}
      />
      {floor !== null && (
        <span className="text-ink-second">
          {t('promotions:flash-sale.card.floor-set', { price: words.money(floor) })}
        </span>
      )}
    </span>
  );
}
