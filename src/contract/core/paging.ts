/** Query and response of lists. */
export const defaultLimit = 15;
export const maximumLimit = 100;
/** Above this many rows `total` may be an estimate, marked as such. */
export const exactTotalLimit = 10_000;

/** Counting of a tab stops at this number of rows; above it shows «9 999+». */
export const tabCountLimit = 9_999;

/** Query keys of every list; all others must be filters that the family declares. */
export const listKeys = [
  'page',
  'limit',
  'orderBy',
  'sortedBy',
  'search',
  'searchJoin',
  'with',
  'language',
] as const;

export interface Page<Row> {
  data: Row[];
  current_page: number;
  per_page: number;
  from: number | null;
  to: number | null;
  last_page: number;
  total: number;
  /** True when `total` was estimated: above `exactTotalLimit`, or above 1,000 orders found by a text. */
  total_is_estimate?: boolean;
  first_page_url: string;
  last_page_url: string;
  next_page_url: string | null;
  prev_page_url: string | null;
}

/** Page information for screens. */
export interface PaginatorInfo {
  currentPage: number;
  perPage: number;
  from: number | null;
  to: number | null;
  lastPage: number;
  total: number;
  totalIsEstimate: boolean;
  hasMorePages: boolean;
  firstPageUrl: string | null;
  lastPageUrl: string | null;
  nextPageUrl: string | null;
  prevPageUrl: string | null;
}
