import { localeOf, numberFormat } from './format';

/** Currency sign as amounts have it: ₽, $, Br. */
export function currencySign(currency: string, formation: string): string {
  const format = numberFormat(localeOf(formation), {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
  });
  return format.formatToParts(0).find(({ type }) => type === 'currency')?.value ?? currency;
}
