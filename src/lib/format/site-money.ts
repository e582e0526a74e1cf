import { defaultSettings } from '@/contract/settings';
import { currencySign } from './currency-sign';
import { formatMoney, type MoneyFormat } from './format';

let format: MoneyFormat = { currency: defaultSettings.currency, ...defaultSettings.currencyOptions };

/** Set with the settings: `components`, which must not depend on them, format money, too. */
export function setSiteMoney(settings: MoneyFormat): void {
  format = settings;
}

/** The sign of the currency of the site. */
export const siteSign = (): string => currencySign(format.currency, format.formation);

/** An amount in the currency of the site. */
export const siteMoney = (sum: number): string => formatMoney(sum, format);
