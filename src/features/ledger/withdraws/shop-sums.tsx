import { useTranslation } from 'next-i18next/pages';
import { balanceStanding } from '@/contract/ledger/balance';
import type { ShopBalance } from '@/contract/shops/schema';
import { useMoney } from '@/state/use-money';

const sums = ['current_balance', 'on_hold_amount', 'withdrawn_amount', 'in_transit_amount'] as const;

interface ShopSumsProps {
  balance: Pick<ShopBalance, (typeof sums)[number]>;
  isStacked?: boolean;
}

/** A shop's available, requested and paid-out sums, and those on their way; a debt in place of the available one. */
export function ShopSums({ balance, isStacked = false }: ShopSumsProps) {
  const { t } = useTranslation('ledger');
  const money = useMoney();
  return (
    <dl className={isStacked ? 'grid gap-3.5' : 'grid gap-4 @md:grid-cols-2 @2xl:grid-cols-4'}>
      {sums.map((key) => {
        const amount = balance[key];
        if (amount === undefined) return null;
        const { isDebt, sum } = balanceStanding(amount);
        const weight = key === 'current_balance' ? 'font-bold' : 'font-medium text-ink-second';
        return (
          <div key={key} className="min-w-0">
            <dt className="text-small text-ink-second">
              {t(`ledger:withdraws.money.${isDebt ? 'debt' : key}`)}
            </dt>
            <dd
              className={`mt-0.5 break-words tabular-nums ${
                isStacked ? 'font-medium' : `text-[20px] leading-7 ${weight}`
              } ${isDebt ? 'text-bad' : ''}`}
            >
              {money(sum)}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}
