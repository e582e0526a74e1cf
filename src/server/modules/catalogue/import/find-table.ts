import { maxAbove, type TableRow } from '@/server/core/files-in/open-table';
import { countHeadings, guessMapping, isHelp } from './headings';

/** Number of rows below the headings in which a template may explain its columns. */
const maxHelp = 3;

/** How likely the first rows of a sheet are a table of products: help sheets have no known headings. */
export async function rateSheet(rows: readonly { cells: readonly string[] }[]): Promise<number> {
  const known = await Promise.all(rows.map(({ cells }) => countHeadings(cells)));
  const most = Math.max(0, ...known);
  // A single known word occurs in explanations, too.
  return most > 1 ? most : 0;
}

/**
 * The rows from the heading row on: the one of the first rows with the most known headings, else the first. Rows right
 * below it that explain the columns are left out.
 */
export async function* fromHeadings(rows: AsyncGenerator<TableRow>): AsyncGenerator<TableRow> {
  const above: { row: TableRow; known: number }[] = [];
  for (;;) {
    const { value, done } = await rows.next();
    if (done) break;
    above.push({ row: value, known: await countHeadings(value.cells) });
    if (above.length >= maxAbove) break;
  }
  const most = Math.max(...above.map(({ known }) => known));
  const at = most > 1 ? above.findIndex(({ known }) => known === most) : 0;
  const headings = above[at]?.row;
  if (!headings) return;
  const cells = await inTwoRows(headings.cells, above[at + 1]?.row.cells ?? [], most);
  const below = above.slice(at + (cells ? 2 : 1));
  yield cells ? { ...headings, cells } : headings;
  const mapping = await guessMapping(cells ?? headings.cells);
  let place = 0;
  for await (const row of both(below, rows)) {
    if (place < maxHelp && isHelp(row.cells, mapping)) {
      place += 1;
      continue;
    }
    place = maxHelp;
    yield row;
  }
}

/** «Розничная» above «Цена» and «Ед.», as 1С writes price lists: headings of two rows, where both together say more. */
async function inTwoRows(
  upper: readonly string[],
  lower: readonly string[],
  known: number,
): Promise<string[] | undefined> {
  if (lower.some((cell) => /\d/.test(cell))) return undefined;
  const joined: string[] = [];
  for (let column = 0; column < Math.max(upper.length, lower.length); column += 1) {
    const [above = '', below = ''] = [upper[column], lower[column]];
    const both = `${above} ${below}`.trim();
    // What is known above stays, what is under an unknown heading is what it is about.
    const isPlain = above === '' || below === '' || (await countHeadings([both])) > 0;
    joined.push(isPlain ? both : (await countHeadings([above])) > 0 ? above : both);
  }
  return (await countHeadings(joined)) > known ? joined : undefined;
}

async function* both(
  first: readonly { row: TableRow }[],
  rest: AsyncGenerator<TableRow>,
): AsyncGenerator<TableRow> {
  for (const { row } of first) yield row;
  yield* rest;
}
