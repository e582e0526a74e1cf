import { useTranslation } from 'next-i18next/pages';
import type { AnyResource } from '@/contract/core/define';
import { parseSearch } from '@/contract/core/search';
import type { SavedReport } from '@/contract/insights/saved-reports';
import { listsWithViews } from '@/contract/settings/saved-views/lists';
import { filtersIn } from '@/crud/list/list-state';
import { type ListFilterState, useFilters } from '@/crud/list/use-filters';
import { useRecordName } from '@/lib/api/relation-rows';
import { formatDate, formatNumber } from '@/lib/format/format';

/** Which rows of its list a report holds, in the words of the list's filters. */
export function ReportFilter({ report }: { report: SavedReport }) {
  const list = listsWithViews.get(report.family);
  return list ? <Known list={list} report={report} /> : null;
}

function Known({ list, report }: { list: AnyResource; report: SavedReport }) {
  const { t } = useTranslation('insights');
  const values = valuesOf(report);
  const sought = values[Object.keys(list.search)[0] ?? 'name'];
  const filters = useFilters({
    resource: list,
    // The period takes the place of its days.
    filters: filtersIn(list, report.shop?.slug ?? undefined).filter(
      ({ key, kind }) => kind !== 'bound' && key !== report.period_key,
    ),
    values,
  }).filter(({ value, upper }) => value || (upper || undefined)?.value);
  const parts = [
    ...(sought ? [{ key: '', label: t('insights:saved-reports.search'), value: sought }] : []),
    ...filters.map((filter) => ({ key: filter.key, label: filter.label, value: <Value filter={filter} /> })),
  ];
  return (
    <p className="mt-1 text-ink-second">
      {t(`insights:saved-reports.${parts.length === 0 ? 'whole' : 'filter'}`)}{' '}
      {parts.map(({ key, label, value }, place) => (
        <span key={key}>
          {place > 0 && ' · '}
          {label} — <bdi className="font-medium text-ink">{value}</bdi>
        </span>
      ))}
    </p>
  );
}

function Value({ filter: { value, upper, isDays, relation, options } }: { filter: ListFilterState }) {
  const { t, i18n } = useTranslation('common');
  const name = useRecordName(relation ?? {}, value);
  const to = (upper || undefined)?.value;
  if (isDays) {
    const days = { from: formatDate(value), to: formatDate(to) };
    const chosen = value && to ? (value === to ? 'day' : 'between') : value ? 'since' : 'until';
    return t(`common:days.${chosen}`, days);
  }
  if (upper) {
    const [least, most] = [formatNumber(value, i18n.language), formatNumber(to, i18n.language)];
    if (value && to) return `${least} – ${most}`;
    return t(`common:range.${value ? 'above' : 'below'}`, { number: least || most });
  }
  return name ?? options.find((option) => option.value === value)?.label ?? value;
}

/** What the list asked the API for, by the key of its filter; a related record is asked for by its slug. */
function valuesOf({ list: { query } }: SavedReport): Record<string, string> {
  const pairs = parseSearch(query.search ?? '');
  return {
    ...query,
    ...Object.fromEntries(pairs.map(({ key, value }) => [key.replace(/\.slug$/, ''), value])),
  };
}
