import { useTranslation } from 'next-i18next/pages';
import { useMoney } from '@/state/use-money';

/** Sum of the chosen pieces in roubles, and the portion that was paid with points. */
export function RefundSum({ amount, wallet }: { amount: number; wallet: number }) {
  const { t } = useTranslation('refunds');
  const money = useMoney();
  return (
    <p aria-live="polite" className="flex flex-wrap items-baseline justify-between gap-x-4">
      <span className="font-medium">{t('refunds:refunds.dialogs.sum')}</span>
      <span className="text-end tabular-nums">
        <span className="text-card font-semibold">{money(amount)}</span>
        {wallet > 0 && (
          <span className="block text-small text-ink-second">
            {t('refunds:refunds.dialogs.sum-points', { sum: money(wallet) })}
          </span>
        )}
      </span>
    </p>
  );
}
