import { useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useTranslation } from 'next-i18next/pages';
import { PageHeader } from '@/components/page/page-header';
import { QueryBoundary } from '@/components/page/query-boundary';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { reportKeptDays, reportRunsEndpoint } from '@/contract/insights/saved-reports';
import { api } from '@/lib/api/client';
import { formatDate, formatDateTime } from '@/lib/format/format';
import { saveRun, useListName } from './use-reports';

/** What the link of a letter opens: the file of a run, for one of its readers. */
export function DeliveryPage({ id }: { id: string }) {
  const { t, i18n } = useTranslation(['insights', 'common']);
  const listName = useListName();
  const parent = { href: '/reports', label: t('common:text-reports') };
  const found = useQuery({
    queryKey: [reportRunsEndpoint, id],
    queryFn: () => api.get(`${reportRunsEndpoint}/${id}`),
  });
  const word = (key: string, more: Record<string, unknown> = {}) => t(`insights:saved-reports.${key}`, more);
  return (
    <QueryBoundary query={found} parent={parent}>
      {(run) => (
        <>
          <PageHeader title={run.name} parent={parent} />
          <Card className="mt-4 max-w-xl">
            <p className="text-ink-second">
              {[
                listName(run.family),
                run.period && `${formatDate(run.period.from)} – ${formatDate(run.period.to)}`,
                word('rows', { count: run.rows }),
                formatDateTime(run.created_at, i18n.language),
              ]
                .filter(Boolean)
                .join(' · ')}
            </p>
            {run.is_cut && <p className="mt-2 text-warn">{word('cut')}</p>}
            <div className="mt-4">
              {run.has_file ? (
                <Button
                  variant="primary"
                  icon={<Download className="size-4" />}
                  onClick={() => void saveRun(run.id, run.file_name)}
                >
                  {word('download')}
                </Button>
              ) : (
                <p>{word('deleted')}</p>
              )}
            </div>
            <p className="mt-3 text-small text-ink-second">{word('kept', { count: reportKeptDays })}</p>
          </Card>
        </>
      )}
    </QueryBoundary>
  );
}
