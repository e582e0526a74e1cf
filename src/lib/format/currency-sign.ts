const known = new Map<string, string>();

/** Currency sign in the settings' locale: ₽, $, Br. Cached, because form fields render on every keystroke. */
export function currencySign(currency: string, formation: string): string {
  const key = `${currency} ${formation}`;
  const sign = known.get(key) ?? signOf(currency, formation);
  known.set(key, sign);
  return sign;
}

function signOf(currency: string, formation: string): string {
  const parts = new Intl.NumberFormat(formation, {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
  }).formatToParts(0);
  return parts.find((part) => part.type === 'currency')?.value ?? currency;
}
