import { useMutation } from '@tanstack/react-query';
import { Columns3, Download } from 'lucide-react';
import dynamic from 'next/dynamic';
import { useTranslation } from 'next-i18next/pages';
import { useState } from 'react';
import { Checkbox } from '@/components/inputs/checkbox';
import { FilterChip } from '@/components/table/filter-chip';
import { Button } from '@/components/ui/button';
import { Popover } from '@/components/ui/popover';
import { TextLanguageMenu } from '@/crud/text-language-menu';
import { useCan } from '@/lib/api/capabilities';
import { useIsPhone } from '@/lib/hooks/use-is-phone';
import { lazyPart } from '@/lib/lazy-part';
import { part } from '@/lib/part';
import { SortMenu, useNeedsSortMenu } from './sort-menu';
import { type ListFilterState, useFilters } from './use-filters';
import type { Toolbar } from './use-toolbar';
import { ViewsMenu } from './views-menu';

export { Pagination } from '@/components/table/pagination';

// Needs form texts, which come with the families that have such a filter.
const RelatedFilter = part(
  dynamic(() => import('@/components/table/related-filter').then((module) => module.RelatedFilter), {
    loading: () => <span className="h-8.5 w-28 pointer-coarse:h-10" />,
  }),
);

const RangeFilter = part(
  dynamic(() => import('@/components/table/range-filter').then((module) => module.RangeFilter)),
);
const DaysFilter = part(
  dynamic(() => import('@/components/table/days-filter').then((module) => module.DaysFilter)),
);

const SaveReportButton = lazyPart(
  () => import('./save-report-button'),
  'SaveReportButton',
  () => <span className="h-8.5 w-24 phone:w-8.5" />,
);

/** Inactive filters beyond this number are behind a button: the tools fit on one line of a small screen. */
const shownFilters = 3;

export function ListTools(props: Toolbar & { hasViews?: boolean }) {
  const { columns, sort, views, hasViews = true, resource, query, onFilter, onToggleColumn } = props;
  const filters = useFilters(props);
  const shown = views.state.columns;
  const { t } = useTranslation('common');
  const canExport = useCan('export');
  const exporting = useMutation({
    mutationFn: async () => {
      const { exportList } = await import('@/lib/api/files');
      return exportList(resource, query, shown);
    },
  });
  const [isWide, setWide] = useState(false);
  const isPhone = useIsPhone();
  const sortMenu = useNeedsSortMenu(sort) && <SortMenu {...sort} />;
  const isOn = ({ value, upper }: ListFilterState) => Boolean(value || (upper || undefined)?.value);
  const off = filters.filter((filter) => !isOn(filter));
  const hidden = isWide ? [] : off.slice(off.length === shownFilters + 1 ? off.length : shownFilters);
  return (
    <>
      {/* Filters scroll out of a phone's window. */}
      {isPhone && sortMenu}
      {filters
        .filter((filter) => !hidden.includes(filter))
        .map((filter) => (
          <ListFilter key={filter.key} filter={filter} onFilter={onFilter} />
        ))}
      {hidden.length > 0 && (
        <Button variant="ghost" onClick={() => setWide(true)}>
          {t('common:list.more-filters', { count: hidden.length })}
        </Button>
      )}
      <span className="ms-auto flex items-center">
        {!isPhone && sortMenu}
        <TextLanguageMenu resource={resource} />
        {hasViews && <ViewsMenu {...views} />}
        {canExport && (
          <Button
            variant="ghost"
            aria-label={t('common:list.export')}
            title={t('common:list.export')}
            isLoading={exporting.isPending}
            icon={<Download className="size-4" />}
            onClick={() => exporting.mutate()}
          />
        )}
        <SaveReportButton resource={resource} query={query} views={views} />
        <ColumnChooser columns={columns} onToggleColumn={onToggleColumn} />
      </span>
    </>
  );
}

function ColumnChooser({ columns, onToggleColumn }: Pick<Toolbar, 'columns' | 'onToggleColumn'>) {
  const { t } = useTranslation('common');
  return (
    <span className="phone:hidden">
      <Popover
        variant="ghost"
        isSquare
        label={t('common:list.columns')}
        content={<Columns3 className="size-4" />}
      >
        {() =>
          columns.map((column) => (
            <Checkbox
              key={column.key}
              className="rounded-control px-2.5 hover:bg-line-faint"
              label={column.label}
              checked={column.isShown}
              onChange={() => onToggleColumn(column.key)}
            />
          ))
        }
      </Popover>
    </span>
  );
}

function ListFilter({ filter: given, onFilter }: { filter: ListFilterState } & Pick<Toolbar, 'onFilter'>) {
  const { key, relation, byId, upper, isDays, drops, ...filter } = given;
  const { t } = useTranslation('common');
  const shared = {
    label: filter.label,
    clearLabel: t('common:list.clear-filter'),
    value: filter.value,
    onChange: (value: string | undefined) =>
      onFilter({ ...Object.fromEntries(drops.map((one) => [one, ''])), [key]: value ?? '' }),
  };
  if (upper) {
    const handleRange = (from: string, to: string) => onFilter({ [key]: from, [upper.key]: to });
    const Bounds = isDays ? DaysFilter : RangeFilter;
    return <Bounds {...shared} to={upper.value} onChange={handleRange} />;
  }
  if (relation) return <RelatedFilter {...shared} relation={relation} byId={byId} />;
  return <FilterChip {...shared} options={filter.options} />;
}
