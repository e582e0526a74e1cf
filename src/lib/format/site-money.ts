import { defaultSettings } from '@/contract/settings';
import { formatMoney, type MoneyFormat } from './format';

let format: MoneyFormat = { currency: defaultSettings.currency, ...defaultSettings.currencyOptions };

/** Called with the settings: parts that must not know of them (`components`) write sums, too. */
export function setSiteMoney(settings: MoneyFormat): void {
  format = settings;
}

/** A sum in the currency of the site. */
export const siteMoney = (sum: number): string => formatMoney(sum, format);
