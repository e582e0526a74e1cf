import type { Yielding } from '@/components/table/fit-columns';
import type { Relation } from '@/contract/core/define';
import type { SavedViewState } from '@/contract/settings/saved-views';

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
