import { useMutation } from '@tanstack/react-query';
import { Bookmark, Columns3, Download } from 'lucide-react';
import dynamic from 'next/dynamic';
import { useTranslation } from 'next-i18next/pages';
import { Checkbox } from '@/components/inputs/checkbox';
import { FilterChip } from '@/components/table/filter-chip';
import { Button } from '@/components/ui/button';
import { Popover } from '@/components/ui/popover';
import type { ListToolbarProps } from './list-toolbar';

export { Pagination } from '@/components/table/pagination';

// Needs form texts, which come with the families that have such a filter.
const RelatedFilter = dynamic(
  () => import('@/components/table/related-filter').then((module) => module.RelatedFilter),
  {
    loading: () => <span className="h-8.5 w-28 pointer-coarse:h-10" />,
  },
);

const RangeFilter = dynamic(() =>
  import('@/components/table/range-filter').then((module) => module.RangeFilter),
);
const DaysFilter = dynamic(() =>
  import('@/components/table/days-filter').then((module) => module.DaysFilter),
);
const SavedViews = dynamic(() => import('./saved-views').then((module) => module.SavedViews));

/** Filters, saved views, export and the column chooser. */
export function ListTools({ filters, columns, views, onFilter, onToggleColumn, onExport }: ListToolbarProps) {
  const { t } = useTranslation('common');
  const exporting = useMutation({ mutationFn: onExport });
  return (
    <>
      {filters.map(({ key, relation, byId = false, upper, isDays, drops = [], ...filter }) => {
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
          return <Bounds key={key} {...shared} to={upper.value} onChange={handleRange} />;
        }
        if (relation) return <RelatedFilter key={key} {...shared} {...{ relation, byId }} />;
        return <FilterChip key={key} {...shared} options={filter.options} />;
      })}
      <span className="ms-auto flex items-center">
        <Popover
          variant="ghost"
          content={
            <>
              <Bookmark aria-hidden="true" className="size-4" />
              {t('common:list.views')}
            </>
          }
        >
          {(close) => <SavedViews {...views} onClose={close} />}
        </Popover>
        <Button
          variant="ghost"
          isLoading={exporting.isPending}
          icon={<Download aria-hidden="true" className="size-4" />}
          onClick={() => exporting.mutate()}
        >
          {t('common:list.export')}
        </Button>
        <span className="phone:hidden">
          <Popover
            variant="ghost"
            content={
              <>
                <Columns3 aria-hidden="true" className="size-4" />
                {t('common:list.columns')}
              </>
            }
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
      </span>
    </>
  );
}
