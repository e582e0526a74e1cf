import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useTranslation } from 'next-i18next/pages';
import { useState } from 'react';
import { EmptyState } from '@/components/page/empty-state';
import { PageHeader } from '@/components/page/page-header';
import { QueryBoundary } from '@/components/page/query-boundary';
import { Button } from '@/components/ui/button';
import type { ActivityEntry } from '@/contract/insights/activity';
import { api } from '@/lib/api/client';
import { saveFile } from '@/lib/api/files';
import { ActivityFilters } from './activity-filters';
import { groupEqualEntries } from './activity-groups';
import { ActivityLine } from './activity-line';
import { BulkChanges } from './bulk-changes';
import { type ActivityState, useActivity, useActivityState } from './use-activity-state';

/** Panel-wide activity log, newest first. */
export function ActivityLog() {
  const { t } = useTranslation('insights');
  const state = useActivityState();
  return (
    <>
      <PageHeader title={t('insights:activity.title')}>
        <Export state={state} />
      </PageHeader>
      <div className="mt-4 grid gap-4">
        <BulkChanges />
        <ActivityFilters state={state} />
        <Lines state={state} />
      </div>
    </>
  );
}

function Export({ state }: { state: ActivityState }) {
  const { t, i18n } = useTranslation('insights');
  const file = useMutation({
    mutationFn: async () => {
      const query = { ...state.filters, language: i18n.language };
      const { content, name } = await api.file('activity/export', query);
      saveFile(content, name ?? 'activity.csv');
    },
  });
  return (
    <Button
      isLoading={file.isPending}
      icon={<Download aria-hidden="true" className="size-4 max-[374px]:hidden" />}
      title={t('insights:activity.export-note')}
      onClick={() => file.mutate()}
    >
      {t('insights:activity.export')}
    </Button>
  );
}

/** Equal entries: the newest, and the others on demand. */
function Group({ lines, onFilter }: { lines: ActivityEntry[]; onFilter: ActivityState['filter'] }) {
  const { t } = useTranslation('insights');
  const [isOpen, setOpen] = useState(false);
  const [first, ...equal] = lines;
  if (!first) return null;
  return (
    <>
      <ActivityLine line={first} onFilter={onFilter} />
      {isOpen && equal.map((line) => <ActivityLine key={line.id} line={line} onFilter={onFilter} />)}
      {equal.length > 0 && !isOpen && (
        <li className="bg-sunken px-4 py-1">
          <Button variant="ghost" size="small" className="-mx-2.5" onClick={() => setOpen(true)}>
            {t('insights:activity.equal', { count: equal.length })}
          </Button>
        </li>
      )}
    </>
  );
}

function Lines({ state }: { state: ActivityState }) {
  const { t } = useTranslation('insights');
  const found = useActivity(state);
  const isFiltered = Object.values(state.filters).some(Boolean);
  const empty = `insights:activity.empty${isFiltered ? '-found' : ''}`;
  return (
    <div className="rounded-card border border-line bg-surface phone:-mx-4 phone:rounded-none phone:border-x-0">
      <QueryBoundary query={found}>
        {({ pages }) => {
          const lines = pages.flatMap((page) => page.data);
          if (lines.length === 0)
            return (
              <EmptyState
                picture={isFiltered ? 'search' : 'empty'}
                title={t(empty)}
                text={t(`${empty}-text`)}
                action={
                  isFiltered && <Button onClick={state.clear}>{t('insights:activity.filter.all')}</Button>
                }
              />
            );
          return (
            <>
              <ol aria-label={t('insights:activity.log')} className="divide-y divide-line-faint">
                {(state.filters.row ? lines.map((line) => [line]) : groupEqualEntries(lines)).map((group) => (
                  <Group key={group[0]?.id} lines={group} onFilter={state.filter} />
                ))}
              </ol>
              {found.hasNextPage && (
                <div className="border-t border-line-faint px-4 py-3">
                  <Button isLoading={found.isFetchingNextPage} onClick={() => void found.fetchNextPage()}>
                    {t('insights:activity.more')}
                  </Button>
                </div>
              )}
            </>
          );
        }}
      </QueryBoundary>
    </div>
  );
}
