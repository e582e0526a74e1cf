/** Families of the global search, in the order of the answer. */
export const searchFamilies = [
  'orders',
  'products',
  'shops',
  'users',
  'staffs',
  'coupons',
  'categories',
] as const;

export type SearchFamily = (typeof searchFamilies)[number];

export const resultsPerFamily = 5;

/** Longer queries are truncated. */
export const maxQueryLength = 100;

export interface SearchResult {
  id: number;
  title: string;
  /** Distinguishes namesakes: customer, shop or email. */
  subtitle: string | null;
  /** URL of a thumbnail. */
  picture: string | null;
  /** Path of its page for this user, without base path and language. */
  path: string;
  /** Status in the family's own terms; people and shops are `active`, `waiting` or `banned`. */
  status: string | null;
  /** Orders only: the total. */
  amount: number | null;
  /** Orders only: when it was placed. */
  at: string | null;
}

export interface FoundGroup {
  family: SearchFamily;
  rows: SearchResult[];
  has_more: boolean;
  /** Path of the list with all results; null where no single list has them. */
  list: string | null;
}

/** Answer of `GET search`. Families without a match are left out. */
export interface SearchAnswer {
  groups: FoundGroup[];
}
