import type { StatementTable } from '@/contract/payments/statement-columns';
import type { TableRow } from '@/server/core/files-in/open-table';
import { maxHeadings } from './columns';
import {
  type FoundHeadings,
  guessHeadings,
  HeadingSearch,
  type ShapeColumns,
  withSecondRow,
} from './headings';
import { eachRow, maxAbove } from './parse-table';
import { noTitles, readTitles } from './titles';

export interface InspectedTable {
  headings: FoundHeadings;
  table: StatementTable;
}

const samples = 3;
const maxSample = 200;

/**
 * The headings of a table that a person takes for a statement, with what the columns are taken for; undefined when no row looks
 * like headings. Throws VALIDATION_FAILED at `file` for a file that no table can be read from.
 */
export async function inspectTable(
  path: string,
  shapes: ShapeColumns,
  signal?: AbortSignal,
): Promise<InspectedTable | undefined> {
  const search = new HeadingSearch(shapes);
  const rows: TableRow[] = [];
  let found: FoundHeadings | undefined;
  await eachRow(
    path,
    (row) => {
      rows.push(row);
      if (found) found = withSecondRow(found, row);
      else found = search.take(row);
      const last = found ? rows.findIndex(({ line }) => line === found?.line) + samples + 2 : maxAbove;
      return rows.length < last;
    },
    signal,
  );
  const headings = found ?? guessHeadings(rows);
  if (!headings) return undefined;
  const at = rows.findIndex(({ line, sheet }) => line === headings.line && sheet === headings.sheet);
  const titles = noTitles();
  for (const { cells, sheet } of rows.slice(0, at + 1)) readTitles(titles, [sheet ?? '', ...cells]);
  const isSecond = (row: TableRow) => headings.shown !== headings.cells && row.line === headings.line + 1;
  const below = rows.slice(at + 1).filter((row) => !isSecond(row));
  const columns = Object.fromEntries([...headings.columns].map(([field, column]) => [column.at, field]));
  const used = new Set(Object.values(columns));
  const table: StatementTable = {
    headings: headings.shown.slice(0, maxHeadings),
    samples: below
      .slice(0, samples)
      .map(({ cells }) => cells.slice(0, maxHeadings).map((cell) => cell.slice(0, maxSample))),
    columns,
    is_remembered: headings.isRemembered,
    needs_account:
      titles.account === null && !used.has('own') && !(used.has('payerAccount') && used.has('payeeAccount')),
  };
  return { headings, table };
}
