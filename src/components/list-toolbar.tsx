import { Columns3 } from 'lucide-react';
import { useTranslation } from 'next-i18next/pages';
import { Checkbox } from './checkbox';
import { FilterChip } from './filter-chip';
import { Popover } from './popover';
import { SearchInput } from './search-input';

interface ListToolbarProps {
  search: string;
  searchLabel: string;
  filters: readonly {
    key: string;
    label: string;
    value: string | undefined;
    options: readonly { value: string; label: string }[];
  }[];
  /** Columns that may be hidden. */
  columns: readonly { key: string; label: string; isShown: boolean }[];
  onSearch: (text: string) => void;
  onFilter: (key: string, value: string) => void;
  onToggleColumn: (key: string) => void;
}

/** Search, filters and the column chooser above a list. */
export function ListToolbar(props: ListToolbarProps) {
  const { t } = useTranslation('form');
  return (
    <div className="mt-4 flex flex-wrap items-center gap-2">
      <SearchInput
        value={props.search}
        label={props.searchLabel}
        clearLabel={t('common:list.clear-search')}
        onSearch={props.onSearch}
      />
      {props.filters.map((filter) => (
        <FilterChip
          key={filter.key}
          label={filter.label}
          clearLabel={t('common:list.clear-filter')}
          options={filter.options}
          value={filter.value}
          onChange={(value) => props.onFilter(filter.key, value ?? '')}
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
            props.columns.map((column) => (
              <Checkbox
                key={column.key}
                className="rounded-control px-2.5 hover:bg-line-faint"
                label={column.label}
                checked={column.isShown}
                onChange={() => props.onToggleColumn(column.key)}
              />
            ))
          }
        </Popover>
      </span>
    </div>
  );
}
