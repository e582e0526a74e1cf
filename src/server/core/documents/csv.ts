import { parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import { rejectField } from '@/server/core/errors';
import { decodeAll, detectEncodingOf } from '../files-in/decode';
import { safeText } from './cells';

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
 * Reads a file: in any encoding, comma or semicolon, headings in any case, empty rows skipped. Removes the escape
 * that `writeCsv` puts before formulas. Throws VALIDATION_FAILED on `field` when it is not such a file, lacks a column
 * or has too many rows.
 */
export function readCsv(
  content: Buffer,
  { field, required, maxRows }: { field: string; required: readonly string[]; maxRows: number },
): CsvRow[] {
  const decided = detectEncodingOf(content);
  if (!decided) return rejectField(field, 'error-csv-foreign');
  const text = decodeAll(content, decided.encoding);
  if (text.trim() === '') rejectField(field, 'error-csv-empty');
  const [heading = [], ...records] = parseRecords(text, field);
  const names = heading.map((name) => name.trim().toLowerCase());
  if (required.some((name) => !names.includes(name))) rejectField(field, 'error-csv-header');
  const rows = records.flatMap((record, index): CsvRow[] => {
    if (record.every((cell) => cell.trim() === '')) return [];
    const cells = Object.fromEntries(names.map((name, at) => [name, bareCell(record[at] ?? '')]));
    const isTooLong = record.slice(names.length).some((cell) => cell.trim() !== '');
    return [{ row: index + 2, cells, isTooLong }];
  });
  if (rows.length === 0) rejectField(field, 'error-csv-empty');
  if (rows.length > maxRows) rejectField(field, 'error-csv-too-many');
  return rows;
}

/** Lines of a file, with formulas escaped so that `readCsv` restores the original text. */
export function writeCsv(
  rows: readonly (readonly string[])[],
  isFirst = false,
  delimiter: ',' | ';' = ',',
): string {
  const cells = rows.map((row) =>
    row.map((cell) => (protectedCell.test(cell) ? `'${cell}` : safeText(cell))),
  );
  return stringify(cells, { bom: isFirst, delimiter });
}

/** Splits a cell that holds a list: separated by commas, items with a comma in quotes. */
export function splitCell(cell: string): string[] | undefined {
  if (cell.trim() === '') return [];
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

function parseRecords(text: string, field: string): string[][] {
  const heading = text.slice(0, text.search(/[\r\n]|$/));
  try {
    return parse(text, {
      delimiter: heading.includes(';') ? ';' : ',',
      relax_column_count: true,
      skip_empty_lines: false,
    });
  } catch {
    return rejectField(field, 'error-csv-broken');
  }
}

/** Removes the escape that `writeCsv` put before a formula. */
export function bareCell(cell: string): string {
  return protectedCell.test(cell) ? cell.slice(1) : cell;
}
