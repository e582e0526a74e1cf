/** How a column gives way in a narrow window. */
export interface Yielding {
  key: string;
  /** Its value stands below the value of this column, when that one is shown. */
  under?: string | undefined;
  /** Left out. */
  isSpare?: boolean | undefined;
}

/** A column with those whose values stand below its own. */
export type Fitted<Column> = Column & { below: readonly Column[] };

/** The columns of a table; a narrow window leaves some out and puts others below their neighbours. */
export function fitColumns<Column extends Yielding>(
  columns: readonly Column[],
  isNarrow: boolean,
): Fitted<Column>[] {
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
