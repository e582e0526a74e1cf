import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'next-i18next/pages';
import { useState } from 'react';
import { EmptyState } from '@/components/page/empty-state';
import { PageHeader } from '@/components/page/page-header';
import { QueryBoundary } from '@/components/page/query-boundary';
import { Pagination } from '@/components/table/pagination';
import { Button } from '@/components/ui/button';
import { WrittenText } from '@/components/ui/written-text';
import { abusiveReports } from '@/contract/feedback/abusive-reports';
import type { AbusiveReport } from '@/contract/feedback/abusive-reports/schema';
import { apiAs } from '@/lib/api/client';
import { formatDate, formatNumber } from '@/lib/format/format';
import { useModalActions } from '@/state/modal';

/** Other servers use a long class name, in both directions. */
type PlainReport = Pick<AbusiveReport, 'id' | 'model_id'> & {
  model_type: string;
  message?: string | null;
  user?: { name?: string | null } | null;
  created_at?: string | null;
};

/** Complaints one by one, for servers that do not group them into cases. */
export function PlainReports() {
  const { t, i18n } = useTranslation('feedback');
  const [page, setPage] = useState(1);
  const query = { page, limit: abusiveReports.pageSize };
  const found = useQuery({
    queryKey: [abusiveReports.name, 'list', query],
    queryFn: () => apiAs.page<PlainReport>(abusiveReports.endpoint, query),
    placeholderData: keepPreviousData,
  });
  const total = found.data && formatNumber(found.data.paginator.total, i18n.language);
  return (
    <>
      <PageHeader title={t('feedback:feedback.queue.title')} total={total} />
      <QueryBoundary query={found}>
        {({ rows, paginator }) => (
          <div className="mt-4 rounded-card border border-line bg-surface phone:-mx-4 phone:rounded-none phone:border-x-0">
            {rows.length === 0 && (
              <EmptyState
                picture="empty"
                title={t('feedback:feedback.queue.empty')}
                text={t('feedback:feedback.queue.empty-text')}
              />
            )}
            <ul aria-label={t('feedback:feedback.queue.list')} className="divide-y divide-line-faint">
              {rows.map((report) => (
                <Report key={report.id} report={report} />
              ))}
            </ul>
            {paginator.lastPage > 1 && <Pagination info={paginator} onPage={setPage} />}
          </div>
        )}
      </QueryBoundary>
    </>
  );
}

function Report({ report }: { report: PlainReport }) {
  const { t } = useTranslation('feedback');
  const { open } = useModalActions();
  const { model_type: model, model_id: id, message, user, created_at: at } = report;
  const type = model.endsWith('Question') ? 'Question' : 'Review';
  const data = { type, id, title: message ?? '', model } as const;
  const about = [t(`feedback:feedback.queue.kinds.${type}`), user?.name, at && formatDate(at)];
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
      <div className="min-w-0 flex-1 basis-60">
        <WrittenText
          className="block font-medium break-words"
          text={message || t('feedback:feedback.no-text')}
        />
        <p className="text-small break-words text-ink-second">{about.filter(Boolean).join(' · ')}</p>
      </div>
      <span className="flex gap-2">
        <Button size="small" aria-haspopup="dialog" onClick={() => open('DECLINE_ABUSE_REPORT', data)}>
          {t('feedback:feedback.decline.button')}
        </Button>
        <Button
          size="small"
          variant="danger"
          aria-haspopup="dialog"
          onClick={() => open('ACCEPT_ABUSE_REPORT', data)}
        >
          {t('feedback:feedback.accept.button')}
        </Button>
      </span>
    </li>
  );
}
