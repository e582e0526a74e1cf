import dynamic from 'next/dynamic';
import { useTranslation } from 'next-i18next/pages';
import { SearchInput } from '@/components/inputs/search-input';
import type { Yielding } from '@/components/table/fit-columns';
import type { Relation } from '@/contract/core/define';
import type { SavedViewState } from '@/contract/settings/saved-views';
import { useAfterPaint } from '@/lib/hooks/use-after-paint';

export interface ListToolbarProps {
  search: string;
  searchLabel: string;
  filters: readonly {
    key: string;
    label: string;
    value: string | undefined;
    options: readonly { value: string; label: string }[];
    /** Replaces options: the family to search for records; `byId` filters by id instead of slug. */
    relation?: Relation | undefined;
    byId?: boolean;
    /** Upper bound of a range filter; `value` is the lower bound. */
    upper?: { key: string; value: string | undefined } | '' | undefined;
    /** Bounds are calendar days instead of numbers. */
    isDays?: boolean;
    /** Filters to clear when this one changes. */
    drops?: readonly string[];
  }[];
  /** Optional columns. */
  columns: readonly { key: string; label: string; isShown: boolean }[];
  sort: ListSort;
  /** False while the first rows load: the tools only reserve their space. */
  isReady: boolean;
  onSearch: (text: string) => void;
  /** An empty value removes a filter. */
  onFilter: (values: Record<string, string>) => void;
  onToggleColumn: (key: string) => void;
  /** Downloads the matching rows as a file; undefined when the server cannot. */
  onExport: (() => Promise<void>) | undefined;
  views: ListViews;
  /** False where the views are shown among the list's tabs. */
  hasViews?: boolean;
}

/** The shown columns, and the one that the rows are sorted by. */
export interface ListSort {
  columns: readonly (Yielding & { label: string; isSortable: boolean })[];
  orderBy: string;
  sortedBy: 'asc' | 'desc';
  onSort: (sort: Pick<ListSort, 'orderBy' | 'sortedBy'>) => void;
}

/** Saved views of a list. */
export interface ListViews {
  family: string;
  /** Slug of the shop whose list this is. */
  shop: string | undefined;
  /** The list's current state. */
  state: SavedViewState;
  onApply: (state: SavedViewState) => void;
}

// As high as its tools.
const ListTools = dynamic(() => import('./list-tools').then((module) => module.ListTools), {
  loading: () => <span className="h-8.5 pointer-coarse:h-10" />,
});

/** On phones one row that scrolls horizontally. */
const toolsShape =
  'contents phone:-mx-4 phone:flex phone:basis-[calc(100%+2rem)] phone:items-center phone:gap-2 phone:overflow-x-auto phone:px-4 phone:py-1 phone:[scrollbar-width:none] phone:*:shrink-0';

/** Search, filters and the column chooser above a list. */
export function ListToolbar(props: ListToolbarProps) {
  const { t } = useTranslation('common');
  const isSettled = useAfterPaint(props.isReady);
  return (
    <div className="mt-4 flex min-h-8.5 flex-wrap items-center gap-2 pointer-coarse:min-h-10">
      <SearchInput
        value={props.search}
        label={props.searchLabel}
        clearLabel={t('common:list.clear-search')}
        onSearch={props.onSearch}
      />
      <div className={toolsShape}>
        {isSettled ? (
          <ListTools {...props} />
        ) : (
          props.filters.map(({ key }) => <span key={key} className="h-8.5 w-28 pointer-coarse:h-10" />)
        )}
      </div>
    </div>
  );
}
