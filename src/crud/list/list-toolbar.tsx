import dynamic from 'next/dynamic';
import { useTranslation } from 'next-i18next/pages';
import { SearchInput } from '@/components/inputs/search-input';
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
    /** Instead of options: where the records to choose from are searched; they go by id where `byId` says so. */
    relation?: Relation | undefined;
    byId?: boolean;
    /** Of a range: its upper bound; `value` is the lower one. */
    upper?: { key: string; value: string | undefined } | '' | undefined;
    /** True when the bounds are calendar days, else they are numbers. */
    isDays?: boolean;
    /** Filters that mean nothing any more when this one changes. */
    drops?: readonly string[];
  }[];
  /** Columns that may be hidden. */
  columns: readonly { key: string; label: string; isShown: boolean }[];
  /** True when there are rows to filter: until then the tools only keep their place. */
  isReady: boolean;
  onSearch: (text: string) => void;
  /** An empty value takes a filter off. */
  onFilter: (values: Record<string, string>) => void;
  onToggleColumn: (key: string) => void;
  /** Saves what the list matches as a file. */
  onExport: () => Promise<void>;
  views: ListViews;
}

/** What is kept of a list under a name, and put back. */
export interface ListViews {
  /** Name of the list. */
  family: string;
  /** In whose twin of it. */
  shop: string | undefined;
  /** As the list is now. */
  state: SavedViewState;
  onApply: (state: SavedViewState) => void;
}

const ListTools = dynamic(() => import('./list-tools').then((module) => module.ListTools));

/** On the phone one line that is pushed sideways from edge to edge, however many filters there are. */
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
