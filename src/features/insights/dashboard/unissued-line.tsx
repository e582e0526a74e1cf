import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'next-i18next/pages';
import { Badge } from '@/components/ui/badge';
import { Link } from '@/components/ui/link';
import { api } from '@/lib/api/client';
import { formatDateTime } from '@/lib/format/format';
import { useMay } from '@/lib/session/rights';

/** «Деньги без чека»; nothing where receipts are off. */
export function UnissuedLine() {
  const { t, i18n } = useTranslation('receipts');
  const isReader = useMay('finance:read');
  const { data } = useQuery({
    queryKey: ['receipts', 'unissued'],
    queryFn: () => api.get('receipts/unissued'),
    enabled: isReader,
  });
  if (!data || data.from === null) return null;
  return (
    <li className="border-t border-line-faint">
      <Link
        href="/ledger?view=receipts"
        className="flex min-h-12 flex-wrap items-center justify-between gap-x-3 gap-y-1 px-4 py-2 transition-colors hover:bg-sunken focus-visible:-outline-offset-2"
      >
        <span className="text-ink-second">
          {t('receipts:receipts.desk.unissued', { number: data.receipts })}
          {data.oldest_at !== null && (
            <span className="block text-small">
              {t('receipts:receipts.desk.oldest', { when: formatDateTime(data.oldest_at, i18n.language) })}
            </span>
          )}
        </span>
        {data.late > 0 && <Badge tone="bad">{t('receipts:receipts.desk.late', { number: data.late })}</Badge>}
      </Link>
    </li>
  );
}
