/** A list as somebody likes to see it. Keys and values as they stand in the address of the list. */
export interface SavedViewState {
  search: string;
  filters: Record<string, string>;
  orderBy: string;
  sortedBy: 'asc' | 'desc';
  /** Key of the list's tab; absent: the first one. */
  tab?: string | undefined;
  /** Keys of the columns that are shown; absent: whichever are. */
  columns?: string[];
}

/** `GET saved-views?family=&shop_id=`: one's own, and those that others share with one. */
export interface SavedView {
  id: number;
  version: number;
  /** Name of the list (`listNameOf`): `products`, `products.draft`. */
  family: string;
  shop_id: number | null;
  name: string;
  is_shared: boolean;
  state: SavedViewState;
  /** False for one that somebody else shares: it is read, not changed. */
  is_own: boolean;
  author: { id: number; name: string };
}

export const savedViewsEndpoint = 'saved-views';

/** Most views that one person keeps of one list. */
export const maxSavedViews = 30;
