import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'next-i18next/pages';
import { Badge } from '@/components/ui/badge';
import { Link } from '@/components/ui/link';
import { api } from '@/lib/api/client';
import { formatDate } from '@/lib/format/format';
import { useMay } from '@/lib/session/rights';

/** How many nights payments agreed with providers; shown once there was one. What is open stays beside it. */
export function NightsLine() {
  const { t, i18n } = useTranslation('payments');
  const isReader = useMay('finance:read');
  const { data } = useQuery({
    queryKey: ['reconciliation'],
    queryFn: () => api.get('reconciliation'),
    enabled: isReader,
  });
  const failed = data?.failed;
  if (!data || (data.nights.length === 0 && data.open === 0)) return null;
  return (
    <li className="border-t border-line-faint">
      <Link
        href="/ledger?view=reconciliation"
        className="flex min-h-12 flex-wrap items-center justify-between gap-x-3 gap-y-1 px-4 py-2 transition-colors hover:bg-sunken focus-visible:-outline-offset-2"
      >
        <span className="text-ink-second">
          {data.nights_ok > 0
            ? t('payments:reconciliation.nights-ok', { count: data.nights_ok })
            : t(`payments:reconciliation.nights-${failed ? 'failed' : 'none'}`)}
          {failed && (
            <span className="block text-small text-bad">
              {t('payments:reconciliation.failed-night', {
                day: formatDate(failed.day, i18n.language),
                provider: t(`payments:payments.providers.${failed.provider}`),
              })}
            </span>
          )}
        </span>
        {data.open > 0 && (
          <Badge tone="warn">{t('payments:reconciliation.open', { count: data.open })}</Badge>
        )}
      </Link>
    </li>
  );
}
