import { useTranslation } from 'next-i18next/pages';
import { Card } from '@/components/ui/card';
import { formatNumber } from '@/lib/format/format';
import { useMoney } from '@/state/use-money';

/** What the shop earns by its part: for its owner and administrators alone. */
export function VendorShare({ share, rate }: { share: number; rate: number | undefined }) {
  const { t, i18n } = useTranslation('form');
  const money = useMoney();
  return (
    <Card title={t('form:orders.details.vendor-share')} className="print:hidden">
      <p className="text-title font-semibold tabular-nums">{money(share)}</p>
      {rate !== undefined && (
        <p className="mt-0.5 text-small text-ink-second">
          {t('form:orders.details.commission', { rate: formatNumber(rate, i18n.language) })}
        </p>
      )}
    </Card>
  );
}
