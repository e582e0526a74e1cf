import { formatMoney } from '@/lib/format/format';
import { useSettings } from '@/state/settings';

/** For figures that are read at a glance: their lists have the kopecks. */
export function useWholeMoney(): (sum: number) => string {
  const { currency, currencyOptions } = useSettings();
  return (sum) => formatMoney(Math.round(sum), { currency, ...currencyOptions });
}
