import type { ChosenColumns, StatementField } from '@/contract/payments/statement-columns';
import type { TableRow } from '@/server/core/files-in/open-table';
import { readRegistryDay, readSum } from '@/server/modules/payments/reconciliation/registry/values';
import {
  isStatementTable,
  joinHeadings,
  matchStatementColumns,
  maxHeadings,
  type StatementColumn,
  type StatementColumns,
} from './columns';

/** Where the headings of a table stand, and what its columns say. */
export interface FoundHeadings {
  line: number;
  sheet: string | undefined;
  /** The row itself, by which a file of the same shape is known again. */
  cells: readonly string[];
  /** As a person reads them: two rows are joined. */
  shown: readonly string[];
  columns: StatementColumns;
  isRemembered: boolean;
}

/** What people chose, by the shape of the file. */
export type ShapeColumns = ReadonlyMap<string, ChosenColumns>;

/** All headings in order; empty cells behind the last one are how a program wrote it. */
export function shapeOf(cells: readonly string[]): string {
  const last = cells.findLastIndex((cell) => cell !== '');
  return JSON.stringify(cells.slice(0, last + 1));
}

/** The columns that a person chose. */
export function columnsFrom(chosen: ChosenColumns, cells: readonly string[]): StatementColumns {
  const found = new Map<StatementField, StatementColumn>();
  for (const [at, field] of Object.entries(chosen))
    found.set(field, { at: Number(at), heading: cells[Number(at)] || `№ ${Number(at) + 1}`, rank: 0 });
  return found;
}

/** Looks for the headings row by row: remembered ones, then those whose words are known, alone or with the row above. */
export class HeadingSearch {
  private readonly shapes: ShapeColumns;
  private above: readonly string[] = [];
  private sheet: string | undefined;

  constructor(shapes: ShapeColumns) {
    this.shapes = shapes;
  }

  take({ cells, line, sheet }: TableRow): FoundHeadings | undefined {
    const above = sheet === this.sheet ? this.above : [];
    [this.above, this.sheet] = [cells, sheet];
    const chosen = this.shapes.size > 0 ? this.shapes.get(shapeOf(cells)) : undefined;
    const found = { line, sheet, cells };
    if (chosen) return { ...found, shown: cells, columns: columnsFrom(chosen, cells), isRemembered: true };
    const columns = matchStatementColumns(cells);
    if (isStatementTable(columns)) return { ...found, shown: cells, columns, isRemembered: false };
    if (filled(above) < 2) return undefined;
    const shown = joinHeadings(above.slice(0, maxHeadings), cells.slice(0, maxHeadings));
    const both = matchStatementColumns(shown);
    return isStatementTable(both) ? { ...found, shown, columns: both, isRemembered: false } : undefined;
  }
}

/** The same headings with the row right below them, when it continues them: «Контрагент» above «Наименование», «ИНН». */
export function withSecondRow(found: FoundHeadings, { cells, line }: TableRow): FoundHeadings {
  if (found.isRemembered || line !== found.line + 1 || filled(cells) < 2 || isData(cells)) return found;
  const shown = joinHeadings(found.cells.slice(0, maxHeadings), cells.slice(0, maxHeadings));
  const columns = matchStatementColumns(shown);
  return columns.size > found.columns.size && isStatementTable(columns)
    ? { ...found, shown, columns }
    : found;
}

/** Headings of a table whose words say nothing: of the rows above the first with a day and a sum, the one with most texts. */
export function guessHeadings(rows: readonly TableRow[]): FoundHeadings | undefined {
  const first = rows.findIndex(({ cells }) => isData(cells));
  const sheet = rows[first]?.sheet;
  let best: TableRow | undefined;
  let most = 1;
  for (const row of rows.slice(0, Math.max(first, 0))) {
    const texts = row.sheet === sheet ? row.cells.filter((cell) => /\p{L}/u.test(cell)).length : 0;
    if (texts >= most && texts > 1) [best, most] = [row, texts];
  }
  if (!best) return undefined;
  const { line, cells } = best;
  return { line, sheet, cells, shown: cells, columns: matchStatementColumns(cells), isRemembered: false };
}

const filled = (cells: readonly string[]) =>
  cells.slice(0, maxHeadings).reduce((count, cell) => count + (cell === '' ? 0 : 1), 0);

/** A row of the table itself: a day in one cell, a sum in another. */
function isData(cells: readonly string[]): boolean {
  const first = cells.slice(0, maxHeadings);
  const day = first.findIndex((cell) => readRegistryDay(cell) !== undefined);
  return day >= 0 && first.some((cell, at) => at !== day && cell !== '' && readSum(cell) !== undefined);
}
