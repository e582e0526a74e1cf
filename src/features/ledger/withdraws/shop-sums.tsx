import { useTranslation } from 'next-i18next/pages';
import type { ShopBalance } from '@/contract/shops/schema';
import { useMoney } from '@/state/use-money';

const sums = ['current_balance', 'on_hold_amount', 'withdrawn_amount'] as const;

interface ShopSumsProps {
  balance: Pick<ShopBalance, (typeof sums)[number]>;
  isStacked?: boolean;
}

/** A shop's available, requested and paid-out sums. */
export function ShopSums({ balance, isStacked = false }: ShopSumsProps) {
  const { t } = useTranslation('resources');
  const money = useMoney();
  return (
    <dl className={isStacked ? 'grid gap-3.5' : 'grid gap-4 @md:grid-cols-3'}>
      {sums.map((key) => (
        <div key={key} className="min-w-0">
          <dt className="text-small text-ink-second">{t(`resources:withdraws.money.${key}`)}</dt>
          <dd
            className={`mt-0.5 break-words tabular-nums ${
              isStacked
                ? 'font-medium'
                : `text-[20px] leading-7 ${key === 'current_balance' ? 'font-bold' : 'font-medium text-ink-second'}`
            }`}
          >
            {money(balance[key])}
          </dd>
        </div>
      ))}
    </dl>
  );
}
