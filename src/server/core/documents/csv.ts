import { Readable } from 'node:stream';
import { parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import { rejectField } from '@/server/core/errors';
import { makeTurns } from '../files/turns';
import { openCsvParser } from '../files-in/csv-parser';
import { decodeAll, detectEncodingOf } from '../files-in/decode';
import { bareInside, guardInside, safeText } from './cells';

/** CSV files for import and export: read leniently, written so that a spreadsheet runs no formula. */

/** Leading characters that make a spreadsheet treat a cell as a formula. */
const formulaStart = '[=+\\-@\\t\\r\\uff1d\\uff0b\\uff0d\\uff20]';
const protectedCell = new RegExp(`^'+${formulaStart}`);

/** One record of a file, keyed by column heading; `row` is the spreadsheet's row number. */
export interface CsvRow {
  row: number;
  cells: Record<string, string>;
  /** True when the row has more cells than the heading. */
  isTooLong: boolean;
}

/**
 * Reads the named columns of a file: in any encoding, comma or semicolon, headings in any case, empty rows skipped. Removes the
 * escape that `writeCsv` puts before formulas. Lets requests of others pass. Throws VALIDATION_FAILED on `field` when it is not
 * such a file, lacks the first of the columns or has too many rows.
 */
export async function readCsv(
  content: Buffer,
  { field, columns, maxRows }: { field: string; columns: readonly [string, ...string[]]; maxRows: number },
): Promise<CsvRow[]> {
  const decided = await detectEncodingOf(content);
  if (!decided) return rejectField(field, 'error-csv-foreign');
  const text = decodeAll(content, decided.encoding);
  if (text.trim() === '') rejectField(field, 'error-csv-empty');
  const rows: CsvRow[] = [];
  let names: string[] | undefined;
  let line = 0;
  for await (const record of recordsOf(text, field)) {
    line += 1;
    if (record.length > mostCells) rejectField(field, 'error-csv-broken');
    if (!names) {
      names = record.map((name) => name.trim().toLowerCase());
      if (!names.includes(columns[0])) rejectField(field, 'error-csv-header');
    } else if (record.some((cell) => cell.trim() !== '')) {
      const places = columns.map((name) => [name, names?.lastIndexOf(name) ?? -1] as const);
      const cells = places.flatMap(([name, at]) => (at < 0 ? [] : [[name, bareCell(record[at] ?? '')]]));
      const isTooLong = record.slice(names.length).some((cell) => cell.trim() !== '');
      rows.push({ row: line, cells: Object.fromEntries(cells), isTooLong });
      if (rows.length > maxRows) rejectField(field, 'error-csv-too-many');
    }
  }
  if (rows.length === 0) rejectField(field, 'error-csv-empty');
  return rows;
}

/** Lines of a file, with formulas escaped so that `readCsv` restores the original text. */
export function writeCsv(
  rows: readonly (readonly string[])[],
  isFirst = false,
  delimiter: ',' | ';' = ',',
): string {
  const cells = rows.map((row) =>
    row.map((cell) => (protectedCell.test(cell) ? guardInside(`'${cell}`) : safeText(cell))),
  );
  return stringify(cells, { bom: isFirst, delimiter });
}

/** Longer cells are no lists of anything: splitting one stops everybody. */
const maxCellSigns = 100_000;

/** Splits a cell that holds a list: separated by commas, items with a comma in quotes. Undefined for what is no list. */
export function splitCell(cell: string): string[] | undefined {
  if (cell.trim() === '') return [];
  if (cell.length > maxCellSigns) return undefined;
  try {
    const [parts = []] = parse(cell.replace(/[\r\n]+/g, ' '), { trim: true, relax_quotes: true });
    return parts;
  } catch {
    return undefined;
  }
}

/** The reverse of `splitCell`. */
export function joinCell(parts: readonly string[]): string {
  return stringify([[...parts]], { record_delimiter: '', eof: false });
}

const pieceBytes = 32 * 1024;
/** Cells of a row: whoever looks at millions stops everybody. */
const mostCells = 1000;

async function* recordsOf(text: string, field: string): AsyncGenerator<string[]> {
  const heading = text.slice(0, text.search(/[\r\n]|$/));
  const reading = openCsvParser({
    delimiter: heading.includes(';') ? ';' : ',',
    skip_empty_lines: false,
  });
  const turn = makeTurns();
  try {
    for await (const record of Readable.from(piecesOf(Buffer.from(text))).pipe(reading)) {
      yield record as string[];
      await turn();
    }
  } catch {
    rejectField(field, 'error-csv-broken');
  }
}

async function* piecesOf(content: Buffer): AsyncGenerator<Buffer> {
  const turn = makeTurns();
  for (let from = 0; from < content.length; from += pieceBytes) {
    yield content.subarray(from, from + pieceBytes);
    await turn();
  }
}

/** Removes the escape that `writeCsv` put before a formula. */
function bareCell(cell: string): string {
  return bareInside(protectedCell.test(cell) ? cell.slice(1) : cell);
}
