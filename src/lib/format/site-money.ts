import { defaultSettings } from '@/contract/settings';
import { formatMoney, type MoneyFormat } from './format';

let format: MoneyFormat = { currency: defaultSettings.currency, ...defaultSettings.currencyOptions };

/** Set with the settings: `components`, which must not depend on them, format money, too. */
export function setSiteMoney(settings: MoneyFormat): void {
  format = settings;
}

/** An amount in the currency of the site. */
export const siteMoney = (sum: number): string => formatMoney(sum, format);
