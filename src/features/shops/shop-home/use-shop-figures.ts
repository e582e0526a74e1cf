import { useTranslation } from 'next-i18next/pages';
import { balanceStanding } from '@/contract/ledger/balance';
import type { ShopBalance } from '@/contract/shops/schema';
import { formatPercent } from '@/lib/format/format';
import { useMoney } from '@/state/use-money';

/** The rate that a shop pays from its sales. */
export function useCommissionText() {
  const { t, i18n } = useTranslation('shops');
  return ({ admin_commission_rate: rate }: ShopBalance) =>
    rate === null ? t('shops:shops.tile.no-commission') : formatPercent(rate, i18n.language);
}

/** Four figures of a shop's money; none without a balance, as for staff. */
export function useShopFigures() {
  const { t } = useTranslation('shops');
  const money = useMoney();
  const commissionOf = useCommissionText();
  return (balance: ShopBalance | undefined) => {
    if (!balance) return [];
    const { isDebt, sum } = balanceStanding(balance.current_balance);
    const values = {
      commission: commissionOf(balance),
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
