import type { HowRead, ReadingChoice, TableFormat } from '@/contract/core/files/file-tables';
import { normalText } from '@/contract/core/files/normal-text';
import { AppError } from '../errors';
import { type DecidedEncoding, detectEncoding, firstBytes, startOf } from './decode';
import { withRightEncoding } from './mistaken-encoding';
import { readOldWorkbook } from './old-workbook';
import {
  isOpenDocument,
  type MergedCells,
  readSheet,
  type SheetLimit,
  SheetLimitError,
} from './read-workbook';
import { detectSeparator, type RateRows } from './separator';
import { OpenQuote, type TableRow, textRows } from './text-rows';

export type { RateRows } from './separator';
export type { TableRow } from './text-rows';

/** A file of others being read. */
export interface OpenTable {
  /** Whole after the first row was taken. */
  how: HowRead;
  /** Rows with a text, in order; ends early when it is left. */
  rows: AsyncGenerator<TableRow>;
  /** Cells that are empty because they were merged with the one above them; known after the last row. */
  merged: readonly MergedCells[];
}

export interface TableOptions {
  /** Key of VALIDATION_FAILED. */
  field?: string;
  fileName?: string;
  chosen?: ReadingChoice;
  /** How likely the first rows of a sheet or under a separator are the table that is looked for. */
  rate?: RateRows;
  /** All sheets of a workbook are read, one after the other; their rows name them. */
  allSheets?: boolean;
  /** Rows with a text that a file may have, by its kind. */
  maxRows: { text: number; workbook: number };
  signal?: AbortSignal | undefined;
  maxMs?: number;
}

/** Number of first rows searched for the headings: marketplace templates begin with titles and groups of columns. */
export const maxAbove = 30;

/** Time limit for reading; a file of the maximum size needs a tenth of it. Before a silent connection is cut off. */
const maxReadMs = 90_000;
/** Excel's own limits; empty rows count. */
const maxLines = 1_048_576;
const maxColumns = 16_384;
const maxCellLength = 100_000;

/**
 * The one door for tables of other programs: CSV in any encoding and with any separator, XLSX, XLS, ODS (rules/core: a
 * file of others is read by evidence). Reads in pieces, in between of which others are served. Throws
 * VALIDATION_FAILED at `field`, here or while the rows are taken, with `current: { line }` where a row is the reason, and
 * the reason when `signal` is aborted.
 */
export async function openTable(path: string, options: TableOptions): Promise<OpenTable> {
  const late = AbortSignal.timeout(options.maxMs ?? maxReadMs);
  const stop = options.signal ? AbortSignal.any([options.signal, late]) : late;
  try {
    const start = await firstBytes(path);
    const format = await formatOf(path, start);
    return format === 'csv'
      ? await openText(path, start, options, stop)
      : openWorkbook(path, format, options, stop);
  } catch (error) {
    return refused(error, options);
  }
}

async function openText(
  path: string,
  start: Buffer,
  options: TableOptions,
  stop: AbortSignal,
): Promise<OpenTable> {
  assertNoPage(start, options);
  const { chosen = {}, rate } = options;
  const decided: DecidedEncoding | undefined = chosen.encoding
    ? { encoding: chosen.encoding, by: 'chosen' }
    : await detectEncoding(path, stop);
  if (!decided) return refuse(options, 'error-import-foreign');
  if (start.length > 0 && /\.xls[xm]?$/i.test(options.fileName ?? ''))
    refuse(options, 'error-import-no-workbook');
  const { encoding, by } = decided;
  const separator = chosen.separator ?? (await detectSeparator(await startOf(path, encoding), rate));
  const how: HowRead = { format: 'csv', encoding, encodingBy: by, separator, sheet: null, sheets: [] };
  return { how, merged: [], rows: checked(textRows(path, { encoding, separator }, stop), how, options) };
}

function openWorkbook(
  path: string,
  format: Exclude<TableFormat, 'csv'>,
  options: TableOptions,
  stop: AbortSignal,
): OpenTable {
  const noText = { encoding: null, encodingBy: null, separator: null };
  const how: HowRead = { format, ...noText, sheet: null, sheets: [] };
  const merged: MergedCells[] = [];
  const choice = {
    first: maxAbove,
    name: options.chosen?.sheet,
    rate: options.rate,
    isAll: options.allSheets,
    onChosen: (sheet: string, sheets: readonly string[]) => Object.assign(how, { sheet, sheets }),
    onMerged: (found: readonly MergedCells[]) => merged.push(...found),
  };
  const read = format === 'xlsx' ? readSheet : readOldWorkbook;
  return { how, merged, rows: checked(read(path, stop, choice), how, options) };
}

async function* checked(
  rows: AsyncGenerator<TableRow>,
  { format }: HowRead,
  options: TableOptions,
): AsyncGenerator<TableRow> {
  const most = options.maxRows[format === 'csv' ? 'text' : 'workbook'];
  let count = 0;
  try {
    for await (const row of rows) {
      if (row.line > maxLines) refuse(options, 'error-import-too-many');
      if (row.cells.length > maxColumns) refuse(options, 'error-import-columns', row.line);
      if (row.cells.some((cell) => cell.length > maxCellLength))
        refuse(options, 'error-import-cell', row.line);
      tellRecoded(row);
      row.cells = row.cells.map((cell) => (cell === '' ? '' : storable(cell)));
      if (format === 'csv') tellErrors(row);
      if (!row.odd && row.cells.every((cell) => cell === '')) continue;
      count += 1;
      if (count > most) refuse(options, 'error-import-too-many');
      yield row;
    }
  } catch (error) {
    refused(error, options, format === 'xls' ? 'error-import-old-excel' : undefined);
  }
}

function refused(error: unknown, options: TableOptions, broken = 'error-import-broken'): never {
  if (error instanceof AppError) throw error;
  if (error instanceof SheetLimitError) refuse(options, sheetErrors[error.limit]);
  if (error instanceof OpenQuote) refuse(options, 'error-import-quote', error.line);
  const isLate = error instanceof Error && error.name === 'TimeoutError';
  refuse(options, isLate ? 'error-import-slow' : broken);
}

function refuse({ field = 'csv' }: TableOptions, error: string, line?: number): never {
  throw new AppError('VALIDATION_FAILED', {
    fields: { [field]: [error] },
    ...(line !== undefined && { current: { line } }),
  });
}

const sheetErrors: Record<SheetLimit, string> = {
  rows: 'error-import-too-many',
  cells: 'error-import-cells',
  text: 'error-import-cell',
  unpacked: 'error-import-unpacked',
};

/** Signature of Excel files before 2007. */
const compound = Buffer.from([0xd0, 0xcf, 0x11, 0xe0]);

async function formatOf(path: string, start: Buffer): Promise<TableFormat> {
  if (start.subarray(0, 4).equals(compound)) return 'xls';
  if (start.toString('latin1', 0, 4) !== 'PK\x03\x04') return 'csv';
  return (await isOpenDocument(path)) ? 'ods' : 'xlsx';
}

/** Shops export pages that are named like workbooks. */
function assertNoPage(start: Buffer, options: TableOptions): void {
  const text = start
    .toString('latin1')
    .replace(/^\u00ef\u00bb\u00bf/, '')
    .trimStart();
  const xml = text.startsWith('<') ? xmlKind(start) : undefined;
  if (xml) refuse(options, `error-import-${xml}`);
  if (/^<(!doctype html|html|table|head|body|meta|\?xml)/i.test(text)) refuse(options, 'error-import-page');
}

/** Exchange files of 1С (CommerceML) and feeds of marketplaces, by their first element: their names are told, no page is meant. */
function xmlKind(start: Buffer): 'commerceml' | 'feed' | undefined {
  const texts = ['utf-8', 'windows-1251'].map((encoding) => new TextDecoder(encoding).decode(start));
  if (texts.some((text) => text.includes('<КоммерческаяИнформация'))) return 'commerceml';
  return texts.some((text) => /<(?:yml_catalog|rss|feed)[\s>]/.test(text)) ? 'feed' : undefined;
}

/** What spreadsheets in Russian, English and free ones write in place of a value, also into a text file. */
const sheetError =
  /^(?:#(?:N\/A|NAME\?|REF!|VALUE!|DIV\/0!|NUM!|NULL!|SPILL!|CALC!|BUSY!|Н\/Д|ИМЯ\?|ССЫЛКА!|ЗНАЧ!|ДЕЛ\/0!|ЧИСЛО!|ПУСТО!|ПЕРЕНОС!|ВЫЧИСЛ!)|#{3,}|Err:5\d\d)$/i;

function tellErrors(row: TableRow): void {
  for (const [column, cell] of row.cells.entries())
    if ((cell.startsWith('#') || cell.startsWith('Err:')) && sheetError.test(cell))
      row.odd = { ...row.odd, [column]: 'error' };
}

/** Puts right what was read in a wrong encoding before it came here, and says so. */
function tellRecoded(row: TableRow): void {
  for (const [column, cell] of row.cells.entries()) {
    const text = row.odd?.[column] === undefined ? withRightEncoding(cell) : undefined;
    if (text === undefined) continue;
    row.cells[column] = text;
    row.odd = { ...row.odd, [column]: 'recoded' };
  }
}

/** PostgreSQL stores neither NUL nor lone surrogates. */
function storable(cell: string): string {
  return normalText(asTyped(cell)).trim();
}

/** `="00123"` is how programs keep a spreadsheet from taking a text for a number; an apostrophe, that no formula runs. */
function asTyped(cell: string): string {
  const formula = /^\s*="([^"]*)"\s*$/.exec(cell)?.[1];
  if (formula !== undefined) return formula;
  return /^'(?:'*[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]|[\d.,]+$)/.test(cell) ? cell.slice(1) : cell;
}
