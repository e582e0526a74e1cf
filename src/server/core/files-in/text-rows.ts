import { pipeline } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { parse as parseNow } from 'csv-parse/sync';
import type { CellOddity, Encoding, Separator } from '@/contract/core/file-tables';
import { decodedPieces } from './decode';

/** A row of a file. */
export interface TableRow {
  /** The number that a spreadsheet shows beside it. */
  line: number;
  cells: string[];
  /** Name of the sheet, where all of a workbook are read. */
  sheet?: string;
  /** What is odd about cells, by column. */
  odd?: Record<number, CellOddity>;
  /** A quotation mark at the start of a cell was never closed: the rows after it are read each for itself. */
  isQuoteOpen?: true;
  /** A spreadsheet does not show it. */
  isHidden?: true;
}

/** Any of them ends a line, also in one file. */
export const lineEnds = ['\r\n', '\n', '\r'];

const maxRecord = 4 * 1024 * 1024;

/** A quoted cell that does not end: the row that it begins in. */
export class OpenQuote extends Error {
  readonly line: number;

  constructor(line: number) {
    super(`A quotation mark of row ${line} is never closed`);
    this.line = line;
  }
}

/** The rows of a text file, empty ones, too. Throws OpenQuote, and the reason when `signal` is aborted. */
export async function* textRows(
  path: string,
  { encoding, separator }: { encoding: Encoding; separator: Separator },
  signal?: AbortSignal,
): AsyncGenerator<TableRow> {
  const parser = parse({
    delimiter: separator,
    record_delimiter: lineEnds,
    bom: true,
    relax_column_count: true,
    relax_quotes: true,
    raw: true,
    max_record_size: maxRecord,
  });
  let failure: unknown;
  // An error of the file reaches the parser, and a parser that is left closes the file.
  pipeline(decodedPieces(path, encoding, signal), parser, (error) => {
    failure = error;
  });
  let line = 0;
  let width = 0;
  try {
    for await (const { record, raw } of parser as AsyncIterable<{ record: string[]; raw: string }>) {
      signal?.throwIfAborted();
      width ||= widthOf(record);
      const lines = swallowed(raw, { separator, width });
      for (const [place, cells] of (lines ?? [record]).entries()) {
        line += 1;
        yield { ...told({ line, cells }), ...(lines && place === 0 && { isQuoteOpen: true as const }) };
      }
    }
  } catch (error) {
    const cause = failure ?? error;
    if (cause instanceof CsvError && /QUOTE_NOT_CLOSED|MAX_RECORD_SIZE/.test(cause.code))
      throw new OpenQuote(line + 1);
    throw cause;
  }
}

/** The width of the table, from its first row of several cells: titles above it have one. */
const widthOf = (cells: readonly string[]) =>
  cells.filter((cell) => cell.trim() !== '').length > 1 ? cells.length : 0;

/** Two columns do not tell a text of lines with a comma from rows. */
const leastWidth = 3;

/**
 * The rows that an open quotation mark swallowed into one cell, each read for itself: nearly all lines of the record
 * have the cells of a whole row. Undefined for a cell of several lines.
 */
function swallowed(
  raw: string,
  { separator, width }: { separator: Separator; width: number },
): string[][] | undefined {
  if (width < leastWidth || !/[\r\n]./.test(raw)) return undefined;
  const lines = raw.split(/\r\n|\n|\r/).filter((line) => line !== '');
  const whole = lines.filter((line) => line.split(separator).length === width);
  if (lines.length < 2 || whole.length < lines.length * 0.8) return undefined;
  return parseNow(lines.join('\n'), { delimiter: separator, relax_column_count: true, quote: false });
}

/** Takes out what no letter could be read from, and says so. */
function told(row: TableRow): TableRow {
  const odd: Record<number, CellOddity> = {};
  for (const [column, cell] of row.cells.entries()) {
    if (!cell.includes('\ufffd')) continue;
    odd[column] = 'damaged';
    row.cells[column] = cell.replaceAll('\ufffd', '');
  }
  return Object.keys(odd).length > 0 ? { ...row, odd } : row;
}
