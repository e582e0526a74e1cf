/** Which rows are ticked, and what ticking them is called. */
export interface Ticks<Row> {
  has: (id: number) => boolean;
  mark: (rows: readonly Row[], isTicked: boolean) => void;
  pageLabel: string;
  rowLabel: (row: Row) => string;
}
