import { formatMoney } from '@/lib/format/format';
import { useSettings } from '@/state/settings';

export function useMoney(): (sum: number) => string {
  const { currency, currencyOptions } = useSettings();
  return (sum) => formatMoney(sum, { currency, ...currencyOptions });
}
