import { pipeline } from 'node:stream';
import { CsvError } from 'csv-parse';
import { parse as parseNow } from 'csv-parse/sync';
import type { CellOddity, Encoding, Separator } from '@/contract/core/files/file-tables';
import { makeTurns } from '../files/turns';
import { openCsvParser } from './csv-parser';
import { decodedPieces } from './decode';
import { withRightEncoding } from './mistaken-encoding';
import { isOpenCell, withoutOuterQuotes } from './quotes';

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
  const parser = openCsvParser({
    delimiter: separator,
    record_delimiter: lineEnds,
    bom: true,
    relax_quotes: true,
    raw: true,
    max_record_size: maxRecord,
  });
  let failure: unknown;
  // An error of the file reaches the parser, and a parser that is left closes the file.
  pipeline(slicesOf(decodedPieces(path, encoding, signal)), parser, (error) => {
    failure = error;
  });
  const turn = makeTurns();
  let line = 0;
  let width = 0;
  try {
    for await (const { record, raw } of parser as AsyncIterable<{ record: string[]; raw: string }>) {
      signal?.throwIfAborted();
      width ||= widthOf(record);
      const lines = await swallowed(raw, { separator, width }, turn);
      const own = lines ? record : withoutOuterQuotes(record, raw, separator);
      let isFirst = true;
      for (const cells of lines ? eachForItself(lines, separator) : [own]) {
        await turn();
        line += 1;
        const isOpen = lines !== undefined && (isFirst || cells.some(isOpenCell));
        yield { ...told({ line, cells }, encoding), ...(isOpen && { isQuoteOpen: true as const }) };
        isFirst = false;
      }
    }
  } catch (error) {
    const cause = failure ?? error;
    if (cause instanceof CsvError && /QUOTE_NOT_CLOSED|MAX_RECORD_SIZE/.test(cause.code))
      throw new OpenQuote(line + 1);
    throw cause;
  }
}

/** Signs that are parsed at once: each may be a row. */
const slice = 4096;

async function* slicesOf(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const text of pieces)
    for (let from = 0; from < text.length; from += slice) yield text.slice(from, from + slice);
}

/** The width of the table, from its first row of several cells: titles above it have one. */
const widthOf = (cells: readonly string[]) =>
  cells.filter((cell) => cell.trim() !== '').length > 1 ? cells.length : 0;

/** Two columns do not tell a text of lines with a comma from rows. */
const leastWidth = 3;

/**
 * The lines that an open quotation mark swallowed into one cell: nearly all of the record have the cells of a whole row.
 * Undefined for a cell of several lines.
 */
async function swallowed(
  raw: string,
  { separator, width }: { separator: Separator; width: number },
  turn: ReturnType<typeof makeTurns>,
): Promise<string[] | undefined> {
  if (width < leastWidth || !/[\r\n]./.test(raw)) return undefined;
  const lines = raw.split(/\r\n|\n|\r/).filter((line) => line !== '');
  let whole = 0;
  for (const line of lines) {
    await turn();
    if (line.split(separator).length === width) whole += 1;
  }
  return lines.length < 2 || whole < lines.length * 0.8 ? undefined : lines;
}

const piece = 500;

/** Their cells; some at a time, as a record may have tens of thousands of lines. */
function* eachForItself(lines: readonly string[], separator: Separator): Generator<string[]> {
  for (let from = 0; from < lines.length; from += piece)
    yield* parseNow(lines.slice(from, from + piece).join('\n'), {
      delimiter: separator,
      relax_column_count: true,
      quote: false,
    });
}

/** Takes out what no letter could be read from, and says so. */
function told(row: TableRow, encoding: Encoding): TableRow {
  // What DOS ends a file with, and what fills one up to its length, is no row.
  if (row.cells.length === 1 && Array.from(row.cells[0] ?? '').every((sign) => '\0\u001a'.includes(sign)))
    return { ...row, cells: [''] };
  const odd: Record<number, CellOddity> = {};
  for (const [column, cell] of row.cells.entries()) {
    if (!lost.some((sign) => cell.includes(sign))) continue;
    // A sign that windows-1251 lacks is half a letter of UTF-8.
    const text = encoding === 'windows-1251' ? withRightEncoding(cell) : undefined;
    const letters = cell.match(/\ufffd/g)?.length ?? 0;
    odd[column] = text === undefined ? (letters > mostDamaged ? 'unreadable' : 'damaged') : 'recoded';
    row.cells[column] = text ?? lost.reduce((rest, sign) => rest.replaceAll(sign, ''), cell);
  }
  return Object.keys(odd).length > 0 ? { ...row, odd } : row;
}

const lost = ['\ufffd', '\0'];

/** More lost letters in a cell are a text in another encoding, of which the rest says something else. */
const mostDamaged = 2;
