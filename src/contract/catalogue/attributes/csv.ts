/** The columns of an attributes file, in their order (reference endpoints §7; `metas` is our own). */
export const attributeColumns = ['language', 'name', 'shop_id', 'values', 'metas'] as const;

export const maxCsvBytes = 5 * 1024 * 1024;
export const maxCsvRows = 10_000;

/** A cell that cannot be taken; `row` counts as a spreadsheet does, the heading is row 1. */
export interface CsvMistake {
  row: number;
  column: string;
  /** Key of the `form` namespace. */
  error: string;
  value: string;
}

/** What an import did, or with `dry_run` would do. */
export interface ImportReport {
  created: number;
  updated: number;
  unchanged: number;
  values_added: number;
  /** Rows left out because they are wrong. */
  skipped: number;
  errors: CsvMistake[];
}
