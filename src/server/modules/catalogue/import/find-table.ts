import type { ImportField } from '@/contract/catalogue/products/imports';
import type { SheetRow } from '@/server/core/documents/xlsx/read';
import { countHeadings, guessMapping } from './headings';

/** Rows that are searched for the headings: templates of marketplaces begin with titles and groups of columns. */
export const maxAbove = 10;

/** Rows below the headings in which a template may explain its columns. */
const maxHelp = 3;

/** How much the first rows of a sheet look like a table of products: help sheets have no known headings. */
export async function rateSheet(rows: readonly SheetRow[]): Promise<number> {
  const known = await Promise.all(rows.map(({ cells }) => countHeadings(cells)));
  const most = Math.max(0, ...known);
  // A single known word stands in explanations, too.
  return most > 1 ? most : 0;
}

/**
 * The rows from the row of headings on: the one of the first rows with the most known headings, else the first. What
 * explains the columns right below them is left out.
 */
export async function* fromHeadings(rows: AsyncGenerator<SheetRow>): AsyncGenerator<SheetRow> {
  const above: { row: SheetRow; known: number }[] = [];
  for (;;) {
    const { value, done } = await rows.next();
    if (done) break;
    above.push({ row: value, known: await countHeadings(value.cells) });
    if (above.length >= maxAbove) break;
  }
  const most = Math.max(...above.map(({ known }) => known));
  const at = most > 1 ? above.findIndex(({ known }) => known === most) : 0;
  const [headings, ...below] = above.slice(at);
  if (!headings) return;
  yield headings.row;
  const mapping = await guessMapping(headings.row.cells);
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

async function* both(
  first: readonly { row: SheetRow }[],
  rest: AsyncGenerator<SheetRow>,
): AsyncGenerator<SheetRow> {
  for (const { row } of first) yield row;
  yield* rest;
}

const numeric: readonly (ImportField | undefined)[] = [
  ...(['price', 'sale_price', 'quantity', 'weight', 'height', 'width', 'length'] as const),
];

/**
 * True for a row without any number where numbers belong, which says what to write there. A single wrong value of a
 * product is not enough: it has to be told to who loads the file.
 */
function isHelp(cells: readonly string[], mapping: Record<string, ImportField>): boolean {
  const numbers = cells.filter((cell, index) => cell !== '' && numeric.includes(mapping[index]));
  if (numbers.some((cell) => /^[\d\s.,₽%]+(руб\.?|р\.?|шт\.?|г|кг|мм|см)?$/i.test(cell))) return false;
  const explains = cells.filter((cell) => helpWords.test(cell)).length;
  const sentences = numbers.filter((cell) => /\p{L}{3,}\s+\p{L}{2,}/u.test(cell)).length;
  return explains > 1 || (explains > 0 && sentences > 0) || sentences > 1;
}

/** How the templates of Ozon and Wildberries begin their explanations. */
const helpWords =
  /^(не ?обязательн|обязательн|укажите|введите|заполните|выберите|вставьте|это (номер|название|цена)|required|optional|enter |choose |specify )/i;
