import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'next-i18next/pages';
import { QueryBoundary } from '@/components/page/query-boundary';
import { shops } from '@/contract/shops';
import { api } from '@/lib/api/client';
import { formatDateTime, formatPercent } from '@/lib/format/format';

/** All commission rates of a shop, latest first; administrators also see who set them. */
export function Commissions({ shopId }: { shopId: number }) {
  const { t, i18n } = useTranslation('shops');
  const found = useQuery({
    queryKey: [shops.name, 'commissions', shopId],
    queryFn: () => api.list(`shops/${shopId}/commissions`),
  });
  return (
    <div className="mt-3 border-t border-line-faint pt-3">
      <QueryBoundary query={found}>
        {(rows) =>
          rows.length === 0 ? (
            <p className="text-ink-second">{t('shops:shops.home.history-empty')}</p>
          ) : (
            <ol aria-label={t('shops:shops.home.history')} className="divide-y divide-line-faint">
              {rows.map(({ id, rate, at, user }) => (
                <li key={id} className="flex flex-wrap items-baseline gap-x-3 py-2">
                  <b className="w-16 font-semibold">{formatPercent(rate, i18n.language)}</b>
                  <time dateTime={at} className="text-small text-ink-second">
                    {formatDateTime(at, i18n.language)}
                  </time>
                  {user && <span className="text-small text-ink-second">{user.name}</span>}
                </li>
              ))}
            </ol>
          )
        }
      </QueryBoundary>
    </div>
  );
}
