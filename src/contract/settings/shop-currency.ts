import { defaultSettings, type SettingsOptions } from '@/contract/settings';

let shop = 'RUB';

/**
 * True for a shop that sells in roubles, also while nobody has chosen a currency: acquirers, receipts and the papers of
 * accountants are in roubles, and closed to any other (rules/settings: currency is part of a sum).
 */
export const isRoubles = ({ currency }: Pick<SettingsOptions, 'currency'>): boolean =>
  currency === 'RUB' || currency === defaultSettings.currency;

/** Called wherever the settings are read. */
export function setShopCurrency(options: Pick<SettingsOptions, 'currency'>): void {
  shop = isRoubles(options) ? 'RUB' : options.currency;
}

/** A sum on papers and in letters, in the currency of the settings when they were last read: `1 234,50 ₽`. */
export const shopSum = (amount: number): string =>
  new Intl.NumberFormat('ru-RU', { style: 'currency', currency: shop }).format(amount);

/** Signs after the decimal mark that a currency has: two of the rouble, none of the yen. */
export const decimalsOf = (currency: string): number =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2;

/** Sums are kept with two. */
export const keptDecimals = 2;
