import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'next-i18next/pages';
import type { ReactNode } from 'react';
import { Badge } from '@/components/ui/badge';
import { Link } from '@/components/ui/link';
import { api } from '@/lib/api/client';
import { formatDate, formatDateTime } from '@/lib/format/format';
import { useMay } from '@/lib/session/rights';

/** What of the marketplace's money a person looks at: nights that did not agree, and money without a receipt. */
export function MoneyLines() {
  return (
    <>
      <NightsLine />
      <UnissuedLine />
    </>
  );
}

/** How many nights payments agreed with providers; shown once there was one. What is open stays beside it. */
function NightsLine() {
  const { t } = useTranslation('payments');
  const { data } = useQuery({
    queryKey: ['reconciliation'],
    queryFn: () => api.get('reconciliation'),
    enabled: useMay('finance:read'),
  });
  const failed = data?.failed;
  if (!data || (data.nights.length === 0 && data.open === 0)) return null;
  return (
    <Line view="reconciliation">
      <span className="text-ink-second">
        {data.nights_ok > 0
          ? t('payments:reconciliation.nights-ok', { count: data.nights_ok })
          : t(`payments:reconciliation.nights-${failed ? 'failed' : 'none'}`)}
        {failed && (
          <span className="block text-small text-bad">
            {t('payments:reconciliation.failed-night', {
              day: formatDate(failed.day),
              provider: t(`payments:payments.providers.${failed.provider}`),
            })}
          </span>
        )}
      </span>
      {data.open > 0 && <Badge tone="warn">{t('payments:reconciliation.open', { count: data.open })}</Badge>}
    </Line>
  );
}

/** «Деньги без чека»; nothing where receipts are off. */
function UnissuedLine() {
  const { t, i18n } = useTranslation('receipts');
  const { data } = useQuery({
    queryKey: ['receipts', 'unissued'],
    queryFn: () => api.get('receipts/unissued'),
    enabled: useMay('finance:read'),
  });
  if (!data || data.from === null) return null;
  return (
    <Line view="receipts">
      <span className="text-ink-second">
        {t('receipts:receipts.desk.unissued', { number: data.receipts })}
        {data.oldest_at !== null && (
          <span className="block text-small">
            {t('receipts:receipts.desk.oldest', { when: formatDateTime(data.oldest_at, i18n.language) })}
          </span>
        )}
      </span>
      {data.late > 0 && <Badge tone="bad">{t('receipts:receipts.desk.late', { number: data.late })}</Badge>}
    </Line>
  );
}

function Line({ view, children }: { view: string; children: ReactNode }) {
  return (
    <li className="border-t border-line-faint">
      <Link
        href={`/ledger?view=${view}`}
        className="flex min-h-12 flex-wrap items-center justify-between gap-x-3 gap-y-1 px-4 py-2 transition-colors hover:bg-sunken focus-visible:-outline-offset-2"
      >
        {children}
      </Link>
    </li>
  );
}
