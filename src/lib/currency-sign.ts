/** The sign of a currency as the formation writes it: ₽, $, Br. */
export function currencySign(currency: string, formation: string): string {
  const parts = new Intl.NumberFormat(formation, {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
  }).formatToParts(0);
  return parts.find((part) => part.type === 'currency')?.value ?? currency;
}
