import dynamic from 'next/dynamic';
import { useAnnounced } from '@/lib/api/capabilities';
import '@/lib/i18n/form-words';
import { useTranslation } from 'next-i18next/pages';
import { type ComponentProps, useRef } from 'react';
import { EmptyState } from '@/components/page/empty-state';
import { PageHeader } from '@/components/page/page-header';
import { QueryBoundary } from '@/components/page/query-boundary';
import { FilterChip } from '@/components/table/filter-chip';
import { Pagination } from '@/components/table/pagination';
import { Tabs } from '@/components/ui/tabs';
import type { ReportCase } from '@/contract/feedback/abusive-reports';
import { reportedTypes, reportStates } from '@/contract/feedback/abusive-reports/schema';
import { useSelection } from '@/crud/list/use-selection';
import { formatNumber } from '@/lib/format/format';
import { useQueueKeys } from '@/lib/hooks/use-queue-keys';
import { CaseBulk } from './case-bulk';
import { CasePane } from './case-pane';
import { CaseRow } from './case-row';
import { type CaseState, useCaseState } from './use-case-state';
import { caseKey, caseOf, useCases } from './use-cases';

const pageSize = 30;

const PlainReports = dynamic(() => import('./plain-reports').then((module) => module.PlainReports));

/** The complaints: as cases, or as the plain list of a server without them. */
export function ReportsPage() {
  const known = useAnnounced();
  if (!known) return null;
  return known.has('cases') ? <Cases /> : <PlainReports />;
}

/** Moderation queue and the selected case side by side; one at a time on phones. */
function Cases() {
  const { t, i18n } = useTranslation('form');
  const queue = useQueue();
  const { state, change, hrefOf, found, rows, chosen, isOpen } = queue;
  const ticks = useSelection(`${state.state} ${state.type} ${state.page}`);
  const opened = chosen === undefined ? undefined : caseOf(chosen);
  const ticked = rows.filter((one) => ticks.has(tickOf(one)));

  return (
    <>
      <div className={isOpen ? 'max-desk:hidden' : ''}>
        <PageHeader
          title={t('form:feedback.queue.title')}
          {...(found.data && { total: formatNumber(found.data.paginator.total, i18n.language) })}
        />
        <CaseFilters state={state} hrefOf={hrefOf} onChange={change} />
      </div>
      <QueryBoundary query={found}>
        {({ paginator }) => (
          <div className="mt-3 grid items-start gap-4 desk:grid-cols-[22rem_minmax(0,1fr)]">
            <CaseList queue={queue} ticks={ticks} paginator={paginator} />
            {opened && (
              <div className={isOpen ? '' : 'max-desk:hidden'}>
                <CasePane key={chosen} {...opened} backHref={hrefOf({ at: '', page: state.page })} />
              </div>
            )}
          </div>
        )}
      </QueryBoundary>
      {ticked.length > 0 && <CaseBulk items={ticked} onDone={ticks.clear} />}
    </>
  );
}

/** Stable selection id: rows move while complaints arrive. */
const tickOf = ({ model_type, model_id }: ReportCase) => model_id * 2 + (model_type === 'Review' ? 0 : 1);

/** Rows of the queue and the open case. */
function useQueue() {
  const { i18n } = useTranslation('form');
  const { state, change, hrefOf, isReady } = useCaseState();
  const query = {
    page: state.page,
    limit: pageSize,
    state: state.state,
    language: i18n.language,
    ...(state.type && { type: state.type }),
  };
  const found = useCases(query, isReady);
  const rows = found.data?.rows ?? [];
  const chosen = useChosen(rows.map(caseKey), state.at);
  const choose = (one: ReportCase | undefined) => one && change({ at: caseKey(one), page: state.page });
  const at = rows.findIndex((one) => caseKey(one) === chosen);
  useQueueKeys({ next: () => choose(rows[at + 1]), previous: () => choose(rows[at - 1]) });
  const isOpen = state.at !== '' && chosen !== undefined;
  return { state, change, hrefOf, found, rows, chosen, choose, isOpen };
}

interface CaseListProps {
  queue: ReturnType<typeof useQueue>;
  ticks: ReturnType<typeof useSelection>;
  paginator: ComponentProps<typeof Pagination>['info'];
}

function CaseList({ queue, ticks, paginator }: CaseListProps) {
  const { t } = useTranslation('form');
  const { state, change, hrefOf, rows, chosen, choose, isOpen } = queue;
  const canTick = state.state === 'open';
  return (
    <section
      aria-label={t('form:feedback.queue.list')}
      className={`rounded-card border border-line bg-surface desk:sticky desk:top-17 desk:max-h-[calc(100dvh-5.25rem)] desk:overflow-y-auto phone:-mx-4 phone:rounded-none phone:border-x-0 ${isOpen ? 'max-desk:hidden' : ''} ${chosen === undefined ? 'desk:col-span-full' : ''}`}
    >
      {rows.length === 0 && <NothingWaits state={state.state} />}
      <ul className="divide-y divide-line-faint">
        {rows.map((one) => (
          <CaseRow
            key={caseKey(one)}
            item={one}
            href={hrefOf({ at: caseKey(one), page: state.page })}
            isChosen={caseKey(one) === chosen}
            onChoose={() => choose(one)}
            tick={
              canTick
                ? {
                    isOn: ticks.has(tickOf(one)),
                    onChange: (isOn) => ticks.mark([tickOf(one)], isOn, rows.map(tickOf)),
                  }
                : undefined
            }
          />
        ))}
      </ul>
      {paginator.lastPage > 1 && <Pagination info={paginator} onPage={(page) => change({ page, at: '' })} />}
    </section>
  );
}

interface CaseFiltersProps {
  state: CaseState;
  hrefOf: (changes: Partial<CaseState>) => string;
  onChange: (changes: Partial<CaseState>) => void;
}

/** Filters by case state and subject type. */
function CaseFilters({ state, hrefOf, onChange }: CaseFiltersProps) {
  const { t } = useTranslation('form');
  const word = (key: string) => t(`form:feedback.queue.${key}`);
  return (
    <div className="mt-3 grid gap-3">
      <Tabs
        label={word('state')}
        tabs={reportStates.map((one) => ({
          href: hrefOf({ state: one }),
          label: word(`tabs.${one}`),
          isCurrent: state.state === one,
        }))}
      />
      <div className="flex flex-wrap gap-2">
        <FilterChip
          label={word('type')}
          clearLabel={word('clear')}
          options={reportedTypes.map((value) => ({ value, label: word(`types.${value}`) }))}
          value={state.type || undefined}
          onChange={(type) => onChange({ type: type ?? '' })}
        />
      </div>
    </div>
  );
}

/**
 * Key of the open case: the selected one, else the first. A decided case that left the list is replaced by the next;
 * an address may name a case outside the current page.
 */
function useChosen(keys: readonly string[], asked: string): string | undefined {
  const last = useRef({ index: 0, keys: new Set<string>() });
  const index = keys.indexOf(asked);
  const hasLeft = asked !== '' && index === -1 && last.current.keys.has(asked);
  if (asked !== '' && index === -1 && !hasLeft) return caseOf(asked) && asked;
  if (index !== -1) last.current.index = index;
  for (const key of keys) last.current.keys.add(key);
  if (index !== -1) return asked;
  return keys[hasLeft ? Math.min(last.current.index, keys.length - 1) : 0];
}

function NothingWaits({ state }: { state: string }) {
  const { t } = useTranslation('form');
  if (state !== 'open') return <EmptyState picture="search" title={t('form:feedback.queue.none')} />;
  return (
    <EmptyState
      picture="empty"
      title={t('form:feedback.queue.empty')}
      text={t('form:feedback.queue.empty-text')}
    />
  );
}
