import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { parse } from 'csv-parse';
import { maxImportRows } from '@/contract/catalogue/products/imports';
import { bareCell } from '@/server/core/documents/csv';
import { readSheet, type SheetLimit, SheetLimitError } from '@/server/core/documents/xlsx/read';
import { AppError } from '@/server/core/errors';

/** A row as it stands in the file; `line` counts as a spreadsheet does. */
export interface FileRow {
  line: number;
  cells: string[];
}

/** Until the last row is taken in; a file of the most rows needs a tenth of it. */
const maxReadMs = 120_000;
const maxColumns = 200;
const longestCell = 100_000;
const maxRecord = 4 * 1024 * 1024;

/**
 * The rows of a CSV file or of a workbook's first sheet, a piece of the file in memory at a time; empty rows left out, the
 * first that has something are the headings. What it is, its encoding and its separator are found out by its content.
 * Throws VALIDATION_FAILED at `csv`, also when it takes too long, and what `signal` is aborted with.
 */
export async function* readRows(
  path: string,
  { signal, maxMs = maxReadMs }: { signal?: AbortSignal | undefined; maxMs?: number } = {},
): AsyncGenerator<FileRow> {
  const late = AbortSignal.timeout(maxMs);
  const stop = signal ? AbortSignal.any([signal, late]) : late;
  const start = await startOf(path);
  const isWorkbook = start.subarray(0, 4).equals(Buffer.from('PK\x03\x04', 'latin1'));
  if (start.subarray(0, 4).equals(oldWorkbook)) rejectFile('error-import-old-excel');
  const most = maxImportRows[isWorkbook ? 'xlsx' : 'csv'];
  let rows = 0;
  for await (const { line, cells } of isWorkbook ? sheetRows(path, stop) : csvRows(path, start, stop)) {
    if (cells.length > maxColumns) rejectFile('error-import-columns');
    if (cells.some((cell) => cell.length > longestCell)) rejectFile('error-import-cell');
    if (cells.every((cell) => cell.trim() === '')) continue;
    rows += 1;
    if (rows > most + 1) rejectFile('error-import-too-many');
    yield { line, cells: cells.map((cell) => storable(cell)) };
  }
}

export function rejectFile(error: string): never {
  throw fileError(error);
}

function fileError(error: string): AppError {
  return new AppError('VALIDATION_FAILED', { fields: { csv: [error] } });
}

/** Excel's format until 2003: it begins like every file of its time. */
const oldWorkbook = Buffer.from([0xd0, 0xcf, 0x11, 0xe0]);

/** PostgreSQL keeps neither NUL nor half a letter. */
function storable(cell: string): string {
  return cell.replaceAll('\u0000', '').toWellFormed().trim();
}

async function startOf(path: string): Promise<Buffer> {
  const file = await open(path);
  try {
    const buffer = Buffer.alloc(64 * 1024);
    const { bytesRead } = await file.read(buffer, 0, buffer.length, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/** What a reader of files threw, as it is answered. */
function refusal(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (error instanceof SheetLimitError) return fileError(sheetErrors[error.limit]);
  const isLate = error instanceof Error && error.name === 'TimeoutError';
  return fileError(isLate ? 'error-import-slow' : 'error-import-broken');
}

const sheetErrors: Record<SheetLimit, string> = {
  rows: 'error-import-too-many',
  cells: 'error-import-cells',
  text: 'error-import-cell',
  unpacked: 'error-import-unpacked',
};

async function* sheetRows(path: string, stop: AbortSignal): AsyncGenerator<FileRow> {
  try {
    yield* readSheet(path, stop);
  } catch (error) {
    throw refusal(error);
  }
}

async function* csvRows(path: string, start: Buffer, stop: AbortSignal): AsyncGenerator<FileRow> {
  const encoding = await encodingOf(path, start);
  const delimiter = separatorOf(new TextDecoder(encoding).decode(start));
  const parser = parse({
    delimiter,
    bom: true,
    relax_column_count: true,
    relax_quotes: true,
    max_record_size: maxRecord,
  });
  const feeding = feed(parser, path, encoding);
  let line = 0;
  try {
    for await (const record of parser) {
      line += 1;
      stop.throwIfAborted();
      yield { line, cells: record.map(bareCell) };
    }
    await feeding;
  } catch (error) {
    throw refusal(error);
  } finally {
    parser.destroy();
    await feeding.catch(() => {});
  }
}

async function feed(parser: ReturnType<typeof parse>, path: string, encoding: string): Promise<void> {
  const decoder = new TextDecoder(encoding);
  for await (const piece of createReadStream(path)) {
    if (parser.destroyed) return;
    const text = decoder.decode(piece, { stream: true });
    if (!parser.write(text)) await roomIn(parser);
  }
  parser.end(decoder.decode());
}

function roomIn(parser: ReturnType<typeof parse>): Promise<void> {
  return new Promise((resolve) => {
    const go = () => {
      parser.off('drain', go).off('close', go);
      resolve();
    };
    parser.on('drain', go).on('close', go);
  });
}

/** UTF-8 when all of it is that, else what Russian Excel writes; UTF-16 says of itself what it is. */
async function encodingOf(path: string, start: Buffer): Promise<string> {
  if (start[0] === 0xff && start[1] === 0xfe) return 'utf-16le';
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    for await (const piece of createReadStream(path)) decoder.decode(piece, { stream: true });
    decoder.decode();
    return 'utf-8';
  } catch {
    return 'windows-1251';
  }
}

/** The separator that the headings have most of, outside of quotes. */
function separatorOf(text: string): string {
  const counts = new Map([
    [';', 0],
    [',', 0],
    ['\t', 0],
  ]);
  let isQuoted = false;
  for (const sign of text) {
    if (sign === '"') isQuoted = !isQuoted;
    if (isQuoted) continue;
    if (sign === '\n' || sign === '\r') break;
    const count = counts.get(sign);
    if (count !== undefined) counts.set(sign, count + 1);
  }
  const [best] = [...counts].sort((one, other) => other[1] - one[1]);
  return best && best[1] > 0 ? best[0] : ',';
}
