import { useTranslation } from 'next-i18next/pages';
import { Badge } from '@/components/ui/badge';

interface PriceChangeProps {
  regular: string;
  /** Null without a reduction. */
  reduced: string | null;
  /** One below the other in a table, whose other columns need the room. */
  isStacked?: boolean;
}

export function PriceChange({ regular, reduced, isStacked = false }: PriceChangeProps) {
  const { t } = useTranslation('promotions');
  if (reduced === null || reduced === regular) {
    return (
      <span
        className="inline-flex flex-wrap items-center gap-x-2 gap-y-1"
        title={t('promotions:flash-sale.card.invalid-hint')}
      >
        <span className="whitespace-nowrap">{regular}</span>
        <Badge tone="neutral">{t('promotions:flash-sale.card.invalid')}</Badge>
      </span>
    );
  }
  return (
    <span
      className={`inline-flex flex-wrap items-baseline gap-x-2 ${isStacked ? 'sm:flex-col sm:items-start' : ''}`}
    >
      <s className="whitespace-nowrap text-ink-second">{regular}</s>
      <span className="inline-flex items-baseline gap-x-2 whitespace-nowrap">
        <span aria-hidden="true" className="text-ink-second rtl:rotate-180">
          →
        </span>
        <b className="font-semibold">{reduced}</b>
      </span>
    </span>
  );
}
