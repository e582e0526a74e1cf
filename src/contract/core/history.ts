/** An entry of a row's audit log, `GET audit?family=&id=`. */
export interface HistoryEntry {
  id: number;
  at: string;
  action: string;
  ip: string | null;
  user: { id: number; name: string } | null;
  /** `{field: [before, after]}`; related records and files are given as `NamedValue`. */
  changes: Record<string, [unknown, unknown]>;
}

/** A record or a file that a change refers to; without a name when it was purged. */
export interface NamedValue {
  id: number;
  name: string | null;
}

/** Families whose history is shown. */
export const historyFamilies = [
  'users',
  'shops',
  'staffs',
  'withdraws',
  'orders',
  'ownership-transfers',
  'products',
  'refunds',
] as const;
