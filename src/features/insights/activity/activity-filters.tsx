import { useTranslation } from 'next-i18next/pages';
import { FilterChip } from '@/components/table/filter-chip';
import { Button } from '@/components/ui/button';
import { formatDate } from '@/lib/format/format';
import { lazyPart } from '@/lib/lazy-part';
import { familyKeys } from './family-keys';
import { useActionWord } from './use-action-word';
import { type ActivityState, useActivityChoices } from './use-activity-state';

const RelatedFilter = lazyPart(
  () => import('@/components/table/related-filter'),
  'RelatedFilter',
  () => <span className="h-8 w-24 pointer-coarse:h-10" />,
);
const DaysForm = lazyPart(() => import('./days-form'), 'DaysForm');

const people = { endpoint: 'users' };
const shops = { endpoint: 'shops' };

/** Filters of the log: actor, action, record, shop and days. */
export function ActivityFilters({ state: { filters, filter, clear } }: { state: ActivityState }) {
  const { t } = useTranslation('insights');
  const clearLabel = t('insights:activity.filter.clear');
  const isOn = Object.values(filters).some(Boolean);
  return (
    <div className="flex flex-wrap items-center gap-2 phone:-mx-4 phone:flex-nowrap phone:overflow-x-auto phone:px-4 phone:py-1 phone:[scrollbar-width:none] phone:*:shrink-0">
      <RelatedFilter
        label={t('insights:activity.filter.user')}
        clearLabel={clearLabel}
        relation={people}
        byId
        value={filters.user}
        onChange={(user = '') => filter({ user })}
      />
      <FamilyFilters filters={filters} filter={filter} clearLabel={clearLabel} />
      <RelatedFilter
        label={t('insights:activity.filter.shop')}
        clearLabel={clearLabel}
        relation={shops}
        byId
        value={filters.shop}
        onChange={(shop = '') => filter({ shop })}
      />
      <DaysFilter filters={filters} filter={filter} clearLabel={clearLabel} />
      {isOn && (
        <Button variant="ghost" size="small" onClick={clear}>
          {t('insights:activity.filter.all')}
        </Button>
      )}
    </div>
  );
}

type ChipProps = Pick<ActivityState, 'filters' | 'filter'> & { clearLabel: string };

/** Family filter and its dependent action and record filters. */
function FamilyFilters({ filters, filter, clearLabel }: ChipProps) {
  const { t, i18n } = useTranslation(['insights', 'common']);
  const actionWord = useActionWord();
  const { data } = useActivityChoices();
  const known = data?.families ?? [];
  const byWord = (one: { label: string }, other: { label: string }) =>
    one.label.localeCompare(other.label, i18n.language);
  const families = known.map(({ family: value }) => ({
    value,
    label: t(familyKeys(value), { defaultValue: value }),
  }));
  const chosen = known.find(({ family }) => family === filters.family);
  const actions = (chosen?.actions ?? []).map((value) => ({ value, label: actionWord(value) }));
  const { row } = filters;
  return (
    <>
      <FilterChip
        label={t('insights:activity.filter.family')}
        clearLabel={clearLabel}
        options={families.sort(byWord)}
        value={filters.family}
        onChange={(family = '') => filter({ family })}
      />
      {filters.family && (
        <FilterChip
          label={t('insights:activity.filter.action')}
          clearLabel={clearLabel}
          options={actions.sort(byWord)}
          value={filters.action}
          onChange={(action = '') => filter({ action })}
        />
      )}
      {row && (
        <FilterChip
          label={t('insights:activity.filter.row')}
          clearLabel={clearLabel}
          options={[{ value: row, label: t('insights:activity.filter.number', { id: row }) }]}
          value={row}
          onChange={(value = '') => filter({ row: value })}
        />
      )}
    </>
  );
}

function DaysFilter({ filters: { from, to }, filter, clearLabel }: ChipProps) {
  const { t } = useTranslation('insights');
  const days = {
    from: formatDate(from, { timeZone: 'UTC' }),
    to: formatDate(to, { timeZone: 'UTC' }),
  };
  const text = from && to ? 'between' : from ? 'since' : 'until';
  const isOneDay = from !== undefined && from === to;
  const label = isOneDay ? days.from : t(`insights:activity.filter.${text}`, days);
  return (
    <FilterChip
      label={t('insights:activity.filter.days')}
      clearLabel={clearLabel}
      options={from || to ? [{ value: 'on', label }] : []}
      value={from || to ? 'on' : undefined}
      onChange={() => filter({ from: '', to: '' })}
    >
      {(close) => (
        <DaysForm
          days={{ from: from ?? '', to: to ?? '' }}
          onPick={(picked) => {
            filter(picked);
            close();
          }}
        />
      )}
    </FilterChip>
  );
}
