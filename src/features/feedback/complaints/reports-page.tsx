import { useTranslation } from 'next-i18next/pages';
import { EmptyState } from '@/components/page/empty-state';
import { Queue } from '@/components/page/queue';
import { FilterChip } from '@/components/table/filter-chip';
import type { ReportCase } from '@/contract/feedback/abusive-reports';
import { reportedTypes, reportStates } from '@/contract/feedback/abusive-reports/schema';
import { useAnnounced } from '@/lib/api/capabilities';
import { useQueueState } from '@/lib/hooks/use-queue-state';
import { lazyPart } from '@/lib/lazy-part';
import { useMay } from '@/lib/session/rights';
import { CaseBulk } from './case-bulk';
import { CasePane } from './case-pane';
import { CaseRow } from './case-row';
import { caseKey, parseCaseKey, useCases } from './use-cases';

const PlainReports = lazyPart(() => import('./plain-reports'), 'PlainReports');

/** The complaints: as cases, or as the plain list of a server without them. */
export function ReportsPage() {
  const known = useAnnounced();
  if (!known) return null;
  return known.has('cases') ? <Cases /> : <PlainReports />;
}

const rules = {
  path: '/abusive_reports',
  states: reportStates,
  firstState: 'open',
  filters: { type: reportedTypes },
  item: { param: 'at', isKey: (text: string) => parseCaseKey(text) !== undefined },
};

function Cases() {
  const { t, i18n } = useTranslation('feedback');
  const control = useQueueState(rules);
  const mayDecide = useMay('feedback:decide');
  const { state, filters, page } = control.state;
  const query = { page, limit: 30, state, language: i18n.language, ...filters };
  const word = (key: string) => t(`feedback:feedback.queue.${key}`);
  return (
    <Queue<ReportCase>
      control={control}
      query={useCases(query, control.isReady)}
      words="feedback:feedback.queue"
      look={{ columns: 'desk:grid-cols-[22rem_minmax(0,1fr)]', tick: 'top-3.5' }}
      keyOf={caseKey}
      // Rows move while complaints arrive.
      tickOf={({ model_type, model_id }) => model_id * 2 + (model_type === 'Review' ? 0 : 1)}
      tickLabel={({ text }) =>
        t('feedback:feedback.queue.tick', { text: (text ?? t('feedback:feedback.no-text')).slice(0, 60) })
      }
      filters={
        <FilterChip
          label={word('type')}
          clearLabel={word('clear')}
          options={reportedTypes.map((value) => ({ value, label: word(`types.${value}`) }))}
          value={filters.type}
          onChange={(type) => control.onFilter('type', type)}
        />
      }
      empty={<EmptyState picture="empty" title={word('empty')} text={word('empty-text')} />}
      row={(item) => <CaseRow item={item} />}
      pane={(key, backHref) => {
        const opened = parseCaseKey(key);
        return opened && <CasePane {...opened} backHref={backHref} />;
      }}
      bulk={mayDecide ? (items, { onClear }) => <CaseBulk items={items} onDone={onClear} /> : undefined}
    />
  );
}
