import { useTranslation } from 'next-i18next/pages';
import { dealPrice, type SaleTerms } from '@/contract/catalogue/products/sale-price';
import type { SaleProduct } from '@/contract/promotions/flash-sale/schema';
import { formatPercent } from '@/lib/format/format';
import { useMoney } from '@/state/use-money';

/** Localized prices and discounts of sales. */
export function useSaleWords() {
  const { i18n } = useTranslation();
  const format = useMoney();
  const money = (sum: number | null) => (sum === null ? '—' : format(sum));
  const range = (from: number | null, to: number | null) =>
    from === to || to === null ? money(from) : `${money(from)} – ${money(to)}`;

  return {
    money,
    range,
    /** «−20 %», «−300 ₽» */
    discount: ({ type, rate }: Pick<SaleTerms, 'type' | 'rate'>) =>
      type === 'percentage' ? formatPercent(-rate, i18n.language) : money(-rate),
    /** Regular price; a range for variable products. */
    regular: ({ price, min_price, max_price }: Pick<SaleProduct, 'price' | 'min_price' | 'max_price'>) =>
      price === null ? range(min_price, max_price) : money(price),
    /** Sale price; null when nothing would remain to pay. */
    reduced: (product: Pick<SaleProduct, 'price' | 'min_price' | 'max_price'>, terms: SaleTerms) => {
      const [from, to] = [product.price ?? product.min_price, product.price ?? product.max_price];
      const least = from === null ? null : dealPrice(from, terms);
      return least === null ? null : range(least, to === null ? null : dealPrice(to, terms));
    },
  };
}
