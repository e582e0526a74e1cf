import { formatMoney, type MoneyFormat } from './format';

let format: MoneyFormat | undefined;

/** Called with the settings: parts that must not know of them (`components`) write sums, too. */
export function setSiteMoney(settings: MoneyFormat): void {
  format = settings;
}

/** A sum in the currency of the site. */
export const siteMoney = (sum: number): string => (format ? formatMoney(sum, format) : String(sum));
