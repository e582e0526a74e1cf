import { useTranslation } from 'next-i18next/pages';
import { balanceStanding } from '@/contract/ledger/balance';
import type { ShopBalance } from '@/contract/shops/schema';
import { formatNumber } from '@/lib/format/format';
import { useMoney } from '@/state/use-money';

/** Four figures of a shop's money; none without a balance, as for staff. */
export function useShopFigures() {
  const { t, i18n } = useTranslation('shops');
  const money = useMoney();
  return (balance: ShopBalance | undefined) => {
    if (!balance) return [];
    const { admin_commission_rate: rate } = balance;
    const { isDebt, sum } = balanceStanding(balance.current_balance);
    const values = {
      commission:
        rate === null ? t('shops:shops.tile.no-commission') : `${formatNumber(rate, i18n.language)}\u00a0%`,
      sales: money(balance.total_earnings),
      [isDebt ? 'debt' : 'balance']: money(sum),
      withdrawn: money(balance.withdrawn_amount),
    };
    return Object.entries(values).map(([key, value]) => ({
      key,
      label: t(`shops:shops.tile.${key}`),
      value,
    }));
  };
}
