/** Behaviour of a column in a narrow window. */
export interface Yielding {
  key: string;
  /** Its value moves below the value of this column, if that one is shown. */
  under?: string | undefined;
  /** Left out. */
  isSpare?: boolean | undefined;
}

/** A column with the values shown below its own. */
export type FittedColumn<Column> = Column & { below: readonly Column[] };

/** The columns of a table; in a narrow window some are left out and others move below their neighbours. */
export function fitColumns<Column extends Yielding>(
  columns: readonly Column[],
  isNarrow: boolean,
): FittedColumn<Column>[] {
  if (!isNarrow) return columns.map((column) => ({ ...column, below: [] }));
  const folded = foldedColumns(columns);
  return columns
    .filter((column) => !folded.includes(column))
    .map((column) => ({ ...column, below: columns.filter(({ under }) => under === column.key) }));
}

/** The columns that have no heading of their own in a narrow window. */
export function foldedColumns<Column extends Yielding>(columns: readonly Column[]): Column[] {
  return columns.filter(({ isSpare, under }) => isSpare || columns.some(({ key }) => key === under));
}
