import { useTranslation } from 'next-i18next/pages';
import { Badge } from '@/components/ui/badge';
import type { Refund } from '@/contract/refunds/schema';
import { formatDateTime } from '@/lib/format/format';

/** Until when the shops answer, or that an administrator decides. */
export function RefundClock({ refund }: { refund: Refund }) {
  const { t, i18n } = useTranslation('refunds');
  const { status, answer_until: until, escalated_at: escalated } = refund;
  if (status !== 'pending') return null;
  if (escalated) return <Badge tone="warn">{t('refunds:refunds.returns.escalated')}</Badge>;
  if (!until) return null;
  return (
    <Badge tone="warn">
      {t('refunds:refunds.returns.until', { time: formatDateTime(until, i18n.language) })}
    </Badge>
  );
}
