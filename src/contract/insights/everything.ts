/** What the search for everything looks for, in the order of its answer. */
export const foundFamilies = [
  'orders',
  'products',
  'shops',
  'users',
  'staffs',
  'coupons',
  'categories',
] as const;

export type FoundFamily = (typeof foundFamilies)[number];

/** The most that is shown of one family. */
export const foundLimit = 5;

/** Longer texts are cut: nobody types as much. */
export const soughtLength = 100;

/** A record that was found, as the search shows it. */
export interface Found {
  id: number;
  title: string;
  /** Tells it from its namesakes: who bought, in which shop, whose address. */
  subtitle: string | null;
  /** Address of a small picture. */
  picture: string | null;
  /** Address of its page for this person, without base path and language. */
  path: string;
  /** Where it stands, as its family says it; people and shops are `active`, `waiting` or `banned`. */
  status: string | null;
  /** Of an order: its sum. */
  amount: number | null;
  /** Of an order: when it was placed. */
  at: string | null;
}

export interface FoundGroup {
  family: FoundFamily;
  rows: Found[];
  has_more: boolean;
  /** Address of the list that shows all of them; null where no one list does. */
  list: string | null;
}

/** Answer of `GET search`. Families without a match are left out. */
export interface SearchAnswer {
  groups: FoundGroup[];
}
