/** State of a saved list. Keys and values are those of the list's address. */
export interface SavedViewState {
  search: string;
  filters: Record<string, string>;
  orderBy: string;
  sortedBy: 'asc' | 'desc';
  /** Key of the list's tab; absent: the first one. */
  tab?: string | undefined;
  /** Keys of the shown columns; absent: the view does not change them. */
  columns?: string[];
}

/** `GET saved-views?family=&shop_id=`: own views and shared ones. */
export interface SavedView {
  id: number;
  version: number;
  /** Name of the list (`uniqueListName`): `products`, `products.draft`. */
  family: string;
  shop_id: number | null;
  name: string;
  is_shared: boolean;
  state: SavedViewState;
  /** False for a view shared by somebody else, which is read-only. */
  is_own: boolean;
  author: { id: number; name: string };
}

export const savedViewsEndpoint = 'saved-views';

/** Maximum views of one list per user. */
export const maxSavedViews = 30;
