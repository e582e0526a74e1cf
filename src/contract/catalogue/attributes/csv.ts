/** Columns of an attributes file, in order; `metas` is our own. */
export const attributeColumns = ['language', 'name', 'shop_id', 'values', 'metas'] as const;

export const maxCsvBytes = 5 * 1024 * 1024;
export const maxCsvRows = 10_000;

/** A rejected cell; `row` counts as spreadsheets do, the heading is row 1. */
export interface CsvMistake {
  row: number;
  column: string;
  /** Key of the `form` namespace. */
  error: string;
  value: string;
}

/** Result of an import, or of its `dry_run`. */
export interface ImportReport {
  created: number;
  updated: number;
  unchanged: number;
  values_added: number;
  /** Rejected rows. */
  skipped: number;
  errors: CsvMistake[];
}
