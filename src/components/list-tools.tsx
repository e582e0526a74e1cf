import { Columns3 } from 'lucide-react';
import { useTranslation } from 'next-i18next/pages';
import { Checkbox } from './checkbox';
import { FilterChip } from './filter-chip';
import type { ListToolbarProps } from './list-toolbar';
import { Popover } from './popover';

/** Filters and the column chooser of a list. */
export function ListTools({ filters, columns, onFilter, onToggleColumn }: ListToolbarProps) {
  const { t } = useTranslation('common');
  return (
    <>
      {filters.map((filter) => (
        <FilterChip
          key={filter.key}
          label={filter.label}
          clearLabel={t('common:list.clear-filter')}
          options={filter.options}
          value={filter.value}
          onChange={(value) => onFilter(filter.key, value ?? '')}
        />
      ))}
      <span className="ms-auto phone:hidden">
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
    </>
  );
}
