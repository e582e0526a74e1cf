import { Play } from 'lucide-react';
import { useRouter } from 'next/router';
import { useTranslation } from 'next-i18next/pages';
import { EmptyState } from '@/components/page/empty-state';
import { PageHeader } from '@/components/page/page-header';
import { QueryBoundary } from '@/components/page/query-boundary';
import { Button } from '@/components/ui/button';
import { LinkButton } from '@/components/ui/link-button';
import { TextLink } from '@/components/ui/text-link';
import { ownShops } from '@/contract/accounts/auth';
import type { SavedReport } from '@/contract/insights/saved-reports';
import { useMe } from '@/lib/session/me';
import { useMayOpen } from '@/lib/session/rights';
import { DeliveryPage } from './delivery-page';
import { RunFile, RunState } from './run-state';
import { scheduleText } from './schedule-text';
import { useListName, useReportActions, useReports } from './use-reports';

/** The person's reports; with `run` in the address what the link of a letter opens. */
export function ReportsPage() {
  const { query } = useRouter();
  return typeof query.run === 'string' ? <DeliveryPage id={query.run} /> : <OwnReports />;
}

/** What each report holds, when it comes, and how its last run ended. */
function OwnReports() {
  const { t } = useTranslation(['insights', 'common']);
  return (
    <>
      <PageHeader title={t('common:text-reports')} />
      <p className="mt-1 max-w-2xl text-ink-second">{t('insights:saved-reports.text')}</p>
      <div className="mt-4 max-w-5xl">
        <QueryBoundary query={useReports()}>
          {(reports) => (reports.length === 0 ? <NoReports /> : <ReportList reports={reports} />)}
        </QueryBoundary>
      </div>
    </>
  );
}

function NoReports() {
  const { t } = useTranslation('insights');
  const { data: me } = useMe();
  const isAdmin = me?.permissions.some(({ name }) => name === 'super_admin');
  const [shop] = ownShops(me);
  const mayOpen = useMayOpen();
  const list = isAdmin ? '/orders' : shop && `/${encodeURIComponent(shop.slug)}/orders`;
  const href = list && mayOpen(list) ? list : undefined;
  return (
    <EmptyState
      isCard
      picture="empty"
      title={t('insights:saved-reports.empty')}
      text={t('insights:saved-reports.empty-text')}
      action={
        href && (
          <LinkButton variant="primary" href={href}>
            {t('insights:saved-reports.empty-action')}
          </LinkButton>
        )
      }
    />
  );
}

function ReportList({ reports }: { reports: readonly SavedReport[] }) {
  const { t } = useTranslation('common');
  return (
    <ul aria-label={t('common:text-reports')} className="rounded-card border border-line bg-surface">
      {reports.map((report) => (
        <ReportLine key={report.id} report={report} />
      ))}
    </ul>
  );
}

function ReportLine({ report }: { report: SavedReport }) {
  const { t } = useTranslation('insights');
  const listName = useListName();
  const { run } = useReportActions();
  const { last_run: last } = report;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line-faint px-4 py-3 first:border-t-0">
      <div className="min-w-0 flex-1 basis-72">
        <TextLink href={`/reports/${report.id}`} className="font-medium">
          {report.name}
        </TextLink>
        <p className="text-small text-ink-second">
          {[
            listName(report.family, report.shop?.name),
            report.period && t(`insights:saved-reports.periods.${report.period}`),
            report.format.toUpperCase(),
            scheduleText(t, report),
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
        {last && (
          <div className="mt-1">
            <RunState run={last} />
          </div>
        )}
      </div>
      <span className="flex flex-wrap items-center gap-2">
        {last && <RunFile run={last} name={`${report.name}.${report.format}`} />}
        <Button
          size="small"
          icon={<Play className="size-4" />}
          disabled={last?.status === 'waiting'}
          isLoading={run.isPending}
          onClick={() => run.mutate({ id: report.id, send: false })}
        >
          {t('insights:saved-reports.run')}
        </Button>
      </span>
    </li>
  );
}
