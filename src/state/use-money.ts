import { formatMoney, type ShownSign } from '@/lib/format/format';
import { useSettings } from '@/state/settings';

export function useMoney(): (sum: number, sign?: ShownSign) => string {
  const { currency, currencyOptions } = useSettings();
  return (sum, sign) => formatMoney(sum, { currency, ...currencyOptions }, sign);
}
