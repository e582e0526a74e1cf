import { useTranslation } from 'next-i18next/pages';
import { Thumbnail } from '@/components/media/thumbnail';
import { Card } from '@/components/ui/card';
import type { RefundLine } from '@/contract/refunds/schema';
import { formatNumber } from '@/lib/format/format';
import { useMoney } from '@/state/use-money';

/** Returned goods: picture, name, pieces, money; for people with that right also the vendor's share. */
export function RefundPieces({ lines }: { lines: readonly RefundLine[] }) {
  const { t, i18n } = useTranslation('refunds');
  const money = useMoney();
  return (
    <Card title={t('refunds:refunds.card.lines')}>
      <ul className="divide-y divide-line-faint">
        {lines.map((line) => (
          <li key={line.id} className="flex items-start gap-3 py-3 first:pt-0 last:pb-0">
            <Thumbnail path={line.image?.thumbnail || line.image?.original} title={line.name} />
            <div className="min-w-0 flex-1">
              <p className="font-medium break-words">{line.name}</p>
              <p className="text-small text-ink-second">
                {[line.variation, line.shop?.name].filter(Boolean).join(' · ')}
              </p>
              {line.restocked + line.written_off > 0 && (
                <p className="text-small break-words text-ink-second">
                  {[
                    line.restocked > 0 && t('refunds:refunds.returns.restocked', { count: line.restocked }),
                    line.written_off > 0 &&
                      t('refunds:refunds.returns.written-off', { count: line.written_off }),
                    line.write_off_reason,
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                </p>
              )}
            </div>
            <div className="shrink-0 text-end tabular-nums">
              <p className="font-medium">{money(line.amount)}</p>
              <p className="text-small text-ink-second">
                {t('refunds:refunds.card.pieces', {
                  quantity: formatNumber(line.quantity, i18n.language),
                  price: money(line.unit_price),
                })}
              </p>
              {line.vendor_amount !== undefined && line.vendor_amount > 0 && (
                <p className="text-small text-ink-second">
                  {t('refunds:refunds.card.vendor', { sum: money(line.vendor_amount) })}
                </p>
              )}
            </div>
          </li>
        ))}
      </ul>
    </Card>
  );
}
