import { numberFormat } from './format';

/** Currency sign in the settings' locale: ₽, $, Br. */
export function currencySign(currency: string, formation: string): string {
  const format = numberFormat(formation, { style: 'currency', currency, currencyDisplay: 'narrowSymbol' });
  return format.formatToParts(0).find(({ type }) => type === 'currency')?.value ?? currency;
}
