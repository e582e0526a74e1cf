import { ExternalLink, Mail, Play, Trash2 } from 'lucide-react';
import { useRouter } from 'next/router';
import { useTranslation } from 'next-i18next/pages';
import { PageHeader } from '@/components/page/page-header';
import { QueryBoundary } from '@/components/page/query-boundary';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { LinkButton } from '@/components/ui/link-button';
import type { SavedReport } from '@/contract/insights/saved-reports';
import { formatDateTime } from '@/lib/format/format';
import { useRedirect } from '@/lib/hooks/use-redirect';
import { useModalActions } from '@/state/modal';
import { ReportFilter } from './report-filter';
import { ReportForm } from './report-form';
import { RunFile, RunState } from './run-state';
import { useListName, useReport, useReportActions, useRuns } from './use-reports';

/** A report: its period, format and schedule at the left, its runs at the right. */
export function ReportPage() {
  const { t } = useTranslation('common');
  const { query } = useRouter();
  const id = typeof query.id === 'string' ? query.id : undefined;
  const parent = { href: '/reports', label: t('common:text-reports') };
  return (
    <QueryBoundary query={useReport(id)} parent={parent}>
      {(report) => <Known report={report} parent={parent} />}
    </QueryBoundary>
  );
}

interface KnownProps {
  report: SavedReport;
  parent: { href: string; label: string };
}

function Known({ report, parent }: KnownProps) {
  const { t, i18n } = useTranslation(['insights', 'common']);
  const redirect = useRedirect();
  const { open } = useModalActions();
  const listName = useListName();
  const { run, remove } = useReportActions();
  const askToRemove = () =>
    open('CONFIRM', {
      title: t('insights:saved-reports.remove-title', { name: report.name }),
      text: t('insights:saved-reports.remove-text'),
      confirmLabel: t('common:button-delete'),
      isDeletion: true,
      onConfirm: () => remove.mutate(report.id, { onSuccess: () => redirect('/reports') }),
    });
  return (
    <>
      <PageHeader title={report.name} parent={parent}>
        <LinkButton href={report.list.address} icon={<ExternalLink className="size-4" />}>
          {t('insights:saved-reports.open-list')}
        </LinkButton>
        <Button variant="ghost" icon={<Trash2 className="size-4" />} onClick={askToRemove}>
          {t('common:button-delete')}
        </Button>
        <Button icon={<Mail className="size-4" />} onClick={() => run.mutate({ id: report.id, send: true })}>
          {t('insights:saved-reports.send')}
        </Button>
        <Button
          variant="primary"
          icon={<Play className="size-4" />}
          isLoading={run.isPending}
          onClick={() => run.mutate({ id: report.id, send: false })}
        >
          {t('insights:saved-reports.run')}
        </Button>
      </PageHeader>
      <p className="mt-1 text-ink-second">
        {[
          listName(report.family, report.shop?.name),
          t('insights:saved-reports.columns', { count: report.list.columns.length }),
          report.next_at &&
            t('insights:saved-reports.next', { moment: formatDateTime(report.next_at, i18n.language) }),
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
      <ReportFilter report={report} />
      <div className="mt-4 grid items-start gap-4 xl:grid-cols-2">
        <ReportForm key={report.version} report={report} />
        <Runs report={report} />
      </div>
    </>
  );
}

function Runs({ report }: { report: SavedReport }) {
  const { t } = useTranslation('insights');
  const runs = useRuns(report.id);
  return (
    <Card title={t('insights:saved-reports.runs')} text={t('insights:saved-reports.runs-text')}>
      <QueryBoundary query={runs}>
        {(all) =>
          all.length === 0 ? (
            <p className="text-ink-second">{t('insights:saved-reports.no-runs')}</p>
          ) : (
            <ul aria-label={t('insights:saved-reports.runs')}>
              {all.map((run) => (
                <li
                  key={run.id}
                  className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-line-faint py-2.5 first:border-t-0 first:pt-0"
                >
                  <div className="min-w-0">
                    <RunState run={run} />
                    {run.is_mailed && run.readers.length > 0 && (
                      <p className="mt-0.5 text-small text-ink-second">
                        {t('insights:saved-reports.sent-to', {
                          names: run.readers.map(({ name }) => name).join(', '),
                        })}
                      </p>
                    )}
                  </div>
                  <RunFile run={run} name={`${report.name}.${report.format}`} />
                </li>
              ))}
            </ul>
          )
        }
      </QueryBoundary>
    </Card>
  );
}
