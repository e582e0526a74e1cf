import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'next-i18next/pages';
import type { ReactNode } from 'react';
import { EmptyState } from '@/components/page/empty-state';
import { PageHeader } from '@/components/page/page-header';
import { QueryBoundary } from '@/components/page/query-boundary';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import type { Tone } from '@/contract/core/define';
import type { BackgroundJob, BackgroundJobs } from '@/contract/core/jobs';
import { api } from '@/lib/api/client';
import { formatDateTime } from '@/lib/format/format';
import { showToast } from '@/lib/toast';

const queryKey = ['jobs'];
const groups = ['running', 'waiting', 'scheduled'] as const;

/** Background jobs: failures with their reasons first, then running, waiting and scheduled ones. */
export function JobsPage() {
  const { t } = useTranslation('insights');
  const jobs = useQuery({
    queryKey,
    queryFn: () => api.get('jobs'),
    refetchInterval: 15_000,
  });
  return (
    <>
      <PageHeader title={t('common:text-background-jobs')} />
      <p className="mt-4 max-w-2xl text-ink-second">{t('insights:jobs.text')}</p>
      <div className="mt-4 grid max-w-4xl gap-4">
        <QueryBoundary query={jobs}>
          {(all) => (
            <>
              <Failed jobs={all.failed} />
              {groups.map((group) => (
                <Group key={group} name={group} jobs={shownIn(all, group)} />
              ))}
            </>
          )}
        </QueryBoundary>
      </div>
    </>
  );
}

/** Each job is listed once: a schedule that failed or runs appears only there. */
function shownIn(all: BackgroundJobs, group: (typeof groups)[number]): BackgroundJob[] {
  if (group !== 'scheduled') return all[group];
  const elsewhere = [...all.failed, ...all.running].map(({ id }) => id);
  return all.scheduled.filter(({ id }) => !elsewhere.includes(id));
}

function Failed({ jobs }: { jobs: readonly BackgroundJob[] }) {
  const { t, i18n } = useTranslation('insights');
  if (jobs.length === 0) {
    return (
      <EmptyState
        isCard
        picture="empty"
        title={t('insights:jobs.no-failures')}
        text={t('insights:jobs.no-failures-text')}
      />
    );
  }
  return (
    <Card title={t('insights:jobs.groups.failed')}>
      <ul className="divide-y divide-line-faint">
        {jobs.map((job) => (
          <Line key={job.id} canRun job={job} tone="bad" state={t('insights:jobs.states.failed')}>
            <p>
              {t('insights:jobs.failed-at', {
                moment: formatDateTime(job.failed_at, i18n.language),
                count: job.failures,
              })}
            </p>
            {job.last_error && (
              <p className="mt-1 font-mono break-words text-bad" dir="ltr">
                {job.last_error}
              </p>
            )}
          </Line>
        ))}
      </ul>
    </Card>
  );
}

interface GroupProps {
  name: (typeof groups)[number];
  jobs: readonly BackgroundJob[];
}

/** A scheduled job is in its normal state and has no badge. */
const tones: Partial<Record<GroupProps['name'], Tone>> = { running: 'accent', waiting: 'warn' };

function Group({ name, jobs }: GroupProps) {
  const { t, i18n } = useTranslation('insights');
  if (jobs.length === 0) return null;
  return (
    <Card title={t(`insights:jobs.groups.${name}`)}>
      <ul className="divide-y divide-line-faint">
        {jobs.map((job) => {
          const moment = formatDateTime(name === 'running' ? job.started_at : job.run_at, i18n.language);
          return (
            <Line
              key={job.id}
              canRun={name === 'scheduled'}
              job={job}
              tone={tones[name]}
              state={t(`insights:jobs.states.${name}`)}
            >
              <p>
                {t(`insights:jobs.${name}-at`, { moment })}
                {job.finished_at &&
                  ` · ${t('insights:jobs.finished-at', { moment: formatDateTime(job.finished_at, i18n.language) })}`}
              </p>
              {job.last_error && (
                <p className="mt-1 break-words text-warn">
                  {t('insights:jobs.last-failure')} <span className="font-mono">{job.last_error}</span>
                </p>
              )}
            </Line>
          );
        })}
      </ul>
    </Card>
  );
}

interface LineProps {
  job: BackgroundJob;
  tone: Tone | undefined;
  state: string;
  canRun: boolean;
  children: ReactNode;
}

/** Purpose and state of a job, and a button to run one that will not run soon. */
function Line({ job, tone, state, canRun, children }: LineProps) {
  const { t } = useTranslation('insights');
  const client = useQueryClient();
  const retry = useMutation({
    mutationFn: () => api.post(`jobs/${job.id}/retry`),
    onSuccess: () => showToast('success', t('insights:jobs.retried')),
    onSettled: () => client.invalidateQueries({ queryKey }),
  });
  const name = t(`insights:jobs.names.${job.name}`, { defaultValue: job.name });
  const isFailed = job.failed_at !== null;
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-2 py-3">
      <div className="min-w-0 flex-1 basis-64">
        <p className="font-medium">{name}</p>
        <div className="text-small text-ink-second">{children}</div>
      </div>
      {tone && <Badge tone={tone}>{state}</Badge>}
      {canRun && (
        <Button
          size="small"
          isLoading={retry.isPending}
          aria-label={`${t(`insights:jobs.${isFailed ? 'retry' : 'run'}`)}: ${name}`}
          onClick={() => retry.mutate()}
        >
          {t(`insights:jobs.${isFailed ? 'retry' : 'run'}`)}
        </Button>
      )}
    </li>
  );
}
