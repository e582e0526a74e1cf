import { useQuery } from '@tanstack/react-query';
import { CircleAlert, CircleCheck } from 'lucide-react';
import { useTranslation } from 'next-i18next/pages';
import { QueryBoundary } from '@/components/page/query-boundary';
import { Card } from '@/components/ui/card';
import type { Reconciliation } from '@/contract/ledger/schema';
import { api } from '@/lib/api/client';
import { formatDateTime } from '@/lib/format/format';
import { useMoney } from '@/state/use-money';

/** Reconciliation report, fetched on each visit. */
export function Reconcile() {
  const { t, i18n } = useTranslation('ledger');
  const found = useQuery({
    queryKey: ['ledger', 'reconcile'],
    queryFn: () => api.get('ledger/reconcile'),
    gcTime: 0,
  });
  return (
    <Card title={t('ledger:ledger.reconcile.title')}>
      <QueryBoundary query={found}>
        {({ at, is_sound: isSound, problems }) => (
          <>
            <p
              role="status"
              className={`flex items-start gap-2 font-medium ${isSound ? 'text-good' : 'text-bad'}`}
            >
              {isSound ? (
                <CircleCheck className="mt-0.5 size-4 shrink-0" />
              ) : (
                <CircleAlert className="mt-0.5 size-4 shrink-0" />
              )}
              {t(`ledger:ledger.reconcile.${isSound ? 'sound' : 'wrong'}`)}
            </p>
            <p className="mt-1 text-small text-ink-second">
              {t('ledger:ledger.reconcile.at', { at: formatDateTime(at, i18n.language) })}
            </p>
            <Problems problems={problems} />
          </>
        )}
      </QueryBoundary>
    </Card>
  );
}

function Problems({ problems }: Pick<Reconciliation, 'problems'>) {
  const { t } = useTranslation('ledger');
  const money = useMoney();
  return (
    <ul className="mt-2 divide-y divide-line-faint empty:hidden">
      {problems.map(({ check, subject, expected, found }) => (
        <li key={`${check} ${subject}`} className="flex flex-wrap justify-between gap-x-4 py-2">
          <span>
            {t(`ledger:ledger.reconcile.checks.${check}`)} <code className="text-small">{subject}</code>
          </span>
          <span className="text-small text-ink-second tabular-nums">
            {t('ledger:ledger.reconcile.expected', { sum: money(expected) })},{' '}
            {t('ledger:ledger.reconcile.found', { sum: money(found) })}
          </span>
        </li>
      ))}
    </ul>
  );
}
