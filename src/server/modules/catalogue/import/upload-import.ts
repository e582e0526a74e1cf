import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { pipeline } from 'node:stream';
import { parse } from 'csv-parse';
import { sql } from 'kysely';
import {
  type ImportField,
  initialImportOptions,
  maxImportRows,
  type ProductImport,
} from '@/contract/catalogue/products/imports';
import type { UserCtx } from '@/server/core/context';
import { insertRow } from '@/server/core/db/rows';
import { bareCell } from '@/server/core/documents/csv';
import { isForeign } from '@/server/core/documents/foreign';
import { readSheet, type SheetLimit, SheetLimitError } from '@/server/core/documents/xlsx/read';
import { AppError, rejectField } from '@/server/core/errors';
import { safeFileName } from '@/server/core/files/file-name';
import type { Files } from '@/server/integrations/files/files';
import { assertOwnShop } from '../products/policy';
import { splitFiles } from './cells';
import { fromHeadings, maxAbove, rateSheet } from './find-table';
import { guessMapping, normalizeHeading } from './headings';
import { findImport, getImport } from './imports';
import { pictureKey, storeZip } from './pictures';

const batchRows = 500;

export interface ImportFile {
  shopId: number;
  fileName: string;
  path: string;
  /** Aborted when the client disconnects. */
  signal?: AbortSignal | undefined;
}

/**
 * `POST product-imports`: stores the rows of a file in batches and guesses the mapping: that of the shop's
 * last import, else by the headings. Throws NOT_FOUND for another shop and VALIDATION_FAILED at `csv`.
 */
export async function uploadImport(ctx: UserCtx, given: ImportFile): Promise<ProductImport> {
  await assertOwnShop(ctx, given.shopId);
  await assertNamedRight(given);
  let sheet: string | null = null;
  const onSheet = (name: string) => {
    sheet = name;
  };
  const rows = fromHeadings(readRows(given.path, { signal: given.signal, onSheet }));
  const first = await rows.next();
  const headings = first.value?.cells ?? [];
  if (headings.length === 0) rejectFile('error-import-empty');
  const id = await insertRow(ctx, 'product_imports', {
    shop_id: given.shopId,
    user_id: ctx.user.id,
    file_name: safeFileName(given.fileName, isZip(await readStart(given.path)) ? 'xlsx' : 'csv'),
    sheet_name: sheet,
    headings: JSON.stringify(headings),
    options: JSON.stringify(initialImportOptions),
  });
  try {
    const total = await storeRows(ctx, id, rows);
    if (total === 0) rejectFile('error-import-empty');
    const mapping = await buildMapping(ctx, given.shopId, id, headings);
    await ctx.db
      .updateTable('product_imports')
      .set({ status: 'uploaded', total, mapping: JSON.stringify(mapping) })
      .where('id', '=', id)
      .execute();
  } catch (error) {
    await ctx.db.deleteFrom('product_imports').where('id', '=', id).execute();
    throw error;
  }
  await deleteOldest(ctx, given.shopId);
  return getImport(ctx, id);
}

/** Imports kept per shop. */
const maxKept = 20;

async function deleteOldest(ctx: UserCtx, shopId: number): Promise<void> {
  await sql`delete from product_imports where shop_id = ${shopId} and status not in ('checking', 'running')
    and id not in (select id from product_imports where shop_id = ${shopId} order by id desc limit ${maxKept})`.execute(
    ctx.db,
  );
}

async function storeRows(ctx: UserCtx, id: number, rows: AsyncIterable<FileRow>): Promise<number> {
  let total = 0;
  let waiting: FileRow[] = [];
  const store = async () => {
    await sql`insert into product_import_rows (import_id, line, cells)
      select ${id}, row.line, row.cells from jsonb_to_recordset(${JSON.stringify(waiting)}::jsonb)
        as row (line int, cells jsonb)`.execute(ctx.db);
    total += waiting.length;
    waiting = [];
  };
  for await (const row of rows) {
    waiting.push(row);
    if (waiting.length >= batchRows) await store();
  }
  if (waiting.length > 0) await store();
  return total;
}

/** The mapping that the shop last chose for a heading wins over the guess. */
async function buildMapping(
  ctx: UserCtx,
  shopId: number,
  id: number,
  headings: readonly string[],
): Promise<Record<string, ImportField>> {
  const last = await ctx.db
    .selectFrom('product_imports')
    .select(['headings', 'mapping'])
    .where('shop_id', '=', shopId)
    .where('id', '<', id)
    .where('version', '>', 1)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  const guessed = await guessMapping(headings);
  const before = (last?.headings ?? []) as string[];
  const chosen = (last?.mapping ?? {}) as Record<string, ImportField>;
  const known = new Map(before.map((heading, index) => [normalizeHeading(heading), chosen[index]]));
  const mapping: Record<string, ImportField> = {};
  for (const isChosen of [true, false]) {
    for (const [index, heading] of headings.entries()) {
      const name = normalizeHeading(heading);
      if (known.has(name) !== isChosen) continue;
      const field = isChosen ? known.get(name) : guessed[index];
      if (field && !Object.values(mapping).includes(field)) mapping[index] = field;
    }
  }
  return mapping;
}

/**
 * `POST product-imports/{id}/pictures`: stores the pictures of a ZIP that the picture columns name; all of
 * them while no picture column is mapped. Throws CONFLICT when done or running, and VALIDATION_FAILED at
 * `zip`.
 */
export async function uploadPictures(
  ctx: UserCtx,
  id: number,
  given: { path: string; stored: Files; signal?: AbortSignal | undefined },
): Promise<ProductImport> {
  const row = await findImport(ctx, id);
  if (row.status === 'done' || row.status === 'running') throw new AppError('CONFLICT');
  const columns = Object.entries(row.mapping as Record<string, ImportField>)
    .filter(([, field]) => field === 'image' || field === 'gallery')
    .map(([index]) => Number(index));
  const wanted = columns.length === 0 ? undefined : await loadPictureKeys(ctx, id, columns);
  await storeZip(ctx, given.stored, id, {
    path: given.path,
    signal: given.signal,
    shopId: row.shop_id,
    isWanted: (key) => wanted === undefined || wanted.has(key),
  });
  return getImport(ctx, id);
}

async function loadPictureKeys(ctx: UserCtx, id: number, columns: readonly number[]): Promise<Set<string>> {
  const names = new Set<string>();
  for (const column of columns) {
    const { rows } = await sql<{ cell: string }>`select distinct cells ->> ${column}::int as cell
      from product_import_rows where import_id = ${id} and coalesce(cells ->> ${column}::int, '') <> ''`.execute(
      ctx.db,
    );
    for (const { cell } of rows) for (const part of splitFiles(cell)) names.add(pictureKey(part));
  }
  return names;
}

interface ReadOptions {
  signal?: AbortSignal | undefined;
  maxMs?: number;
  onSheet?: (name: string, names: readonly string[]) => void;
  /** The sheet of this name. */
  sheet?: string;
  /** How likely the first rows of a sheet are the table that is looked for. */
  rate?: typeof rateSheet;
}

/** A row of the file; `line` is the spreadsheet's row number. */
interface FileRow {
  line: number;
  cells: string[];
}

/** Time limit for reading; a file of the maximum size needs a tenth of it. */
const maxReadMs = 120_000;
const maxColumns = 200;
const maxCellLength = 100_000;
const maxRecord = 4 * 1024 * 1024;

/**
 * Streams the non-empty rows of a CSV file, or of the sheet of a workbook with the most known headings; of several
 * sheets `onSheet` gets the name of the one that is read. Format, encoding and separator are detected by content.
 * Throws VALIDATION_FAILED at `csv`, also on timeout, and the abort reason of `signal`.
 */
export async function* readRows(
  path: string,
  { signal, maxMs = maxReadMs, onSheet = () => {}, sheet, rate = rateSheet }: ReadOptions = {},
): AsyncGenerator<FileRow> {
  const late = AbortSignal.timeout(maxMs);
  const stop = signal ? AbortSignal.any([signal, late]) : late;
  const start = await readStart(path);
  if (start.subarray(0, 4).equals(oldWorkbook)) rejectFile('error-import-old-excel');
  const isSheet = isZip(start);
  if (!isSheet && isForeign(start)) rejectFile('error-import-foreign');
  const most = maxImportRows[isSheet ? 'xlsx' : 'csv'];
  let rows = 0;
  try {
    for await (const { line, cells } of isSheet
      ? readSheet(path, stop, { first: maxAbove, rate, name: sheet, onChosen: onSheet })
      : csvRows(path, start, stop, rate)) {
      if (cells.length > maxColumns) rejectFile('error-import-columns');
      if (cells.some((cell) => cell.length > maxCellLength)) rejectFile('error-import-cell');
      if (cells.every((cell) => cell.trim() === '')) continue;
      rows += 1;
      if (rows > most + 1) rejectFile('error-import-too-many');
      yield { line, cells: cells.map((cell) => toStorable(cell)) };
    }
  } catch (error) {
    if (error instanceof AppError) throw error;
    if (error instanceof SheetLimitError) rejectFile(sheetErrors[error.limit]);
    const isLate = error instanceof Error && error.name === 'TimeoutError';
    rejectFile(isLate ? 'error-import-slow' : 'error-import-broken');
  }
}

export function rejectFile(error: string): never {
  rejectField('csv', error);
}

/** Signature of Excel files before 2007. */
const oldWorkbook = Buffer.from([0xd0, 0xcf, 0x11, 0xe0]);

const isZip = (start: Buffer) => start.subarray(0, 4).equals(Buffer.from('PK\x03\x04', 'latin1'));

/**
 * Says what a file is that is not what its name says: shops export pages and texts that are named like workbooks. Throws
 * VALIDATION_FAILED at `csv`.
 */
async function assertNamedRight({ path, fileName }: ImportFile): Promise<void> {
  const start = await readStart(path);
  if (start.length === 0 || isZip(start) || start.subarray(0, 4).equals(oldWorkbook)) return;
  const text = start
    .toString('latin1')
    .replace(/^\u00ef\u00bb\u00bf/, '')
    .trimStart();
  if (/^<(!doctype html|html|table|head|body|meta|\?xml)/i.test(text)) rejectFile('error-import-page');
  if (/\.xls[xm]?$/i.test(fileName) && !isForeign(start)) rejectFile('error-import-no-workbook');
}

/** PostgreSQL stores neither NUL nor lone surrogates. */
function toStorable(cell: string): string {
  return cell.replaceAll('\u0000', '').toWellFormed().trim();
}

async function readStart(path: string): Promise<Buffer> {
  const file = await open(path);
  try {
    const buffer = Buffer.alloc(64 * 1024);
    const { bytesRead } = await file.read(buffer, 0, buffer.length, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

const sheetErrors: Record<SheetLimit, string> = {
  rows: 'error-import-too-many',
  cells: 'error-import-cells',
  text: 'error-import-cell',
  unpacked: 'error-import-unpacked',
};

async function* csvRows(
  path: string,
  start: Buffer,
  stop: AbortSignal,
  rate: typeof rateSheet,
): AsyncGenerator<FileRow> {
  const encoding = await detectEncoding(path, start);
  const parser = parse({
    delimiter: await detectSeparator(new TextDecoder(encoding).decode(start), rate),
    bom: true,
    relax_column_count: true,
    relax_quotes: true,
    max_record_size: maxRecord,
  });
  // An error of the file reaches the parser, and a parser that is left closes the file.
  pipeline(
    createReadStream(path),
    (pieces) => decoded(pieces, encoding),
    parser,
    () => {},
  );
  let line = 0;
  for await (const record of parser) {
    line += 1;
    stop.throwIfAborted();
    yield { line, cells: record.map(bareCell) };
  }
}

async function* decoded(pieces: AsyncIterable<Buffer>, encoding: string): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding);
  for await (const piece of pieces) yield decoder.decode(piece, { stream: true });
  yield decoder.decode();
}

/** UTF-16 by its byte order mark, UTF-8 when all of it is valid, else what Russian Excel writes: Windows-1251, on DOS 866. */
async function detectEncoding(path: string, start: Buffer): Promise<string> {
  if (start[0] === 0xff && start[1] === 0xfe) return 'utf-16le';
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    for await (const piece of createReadStream(path)) decoder.decode(piece, { stream: true });
    decoder.decode();
    return 'utf-8';
  } catch {
    const letters = (encoding: string) =>
      new TextDecoder(encoding).decode(start).match(/[\u0401\u0410-\u044f\u0451]/g)?.length ?? 0;
    return letters('ibm866') > letters('windows-1251') ? 'ibm866' : 'windows-1251';
  }
}

const separators = [';', ',', '\t'];

/** The separator of the table, whatever titles stand above it; where none of them shows one, that of the first line. */
async function detectSeparator(text: string, rate: typeof rateSheet): Promise<string> {
  let best = { separator: frequentSeparator(text), rating: 0 };
  best.rating = await rate(firstRows(text, best.separator));
  for (const separator of separators) {
    const rating = await rate(firstRows(text, separator));
    if (rating > best.rating) best = { separator, rating };
  }
  return best.separator;
}

/** Of the first lines; quotes that titles leave open do not matter here. */
const firstRows = (text: string, separator: string) =>
  text
    .slice(0, 32_768)
    .split(/\r\n|\r|\n/, 3 * maxAbove)
    .map((line, at) => ({
      line: at + 1,
      cells: line.split(separator).map((cell) => cell.slice(0, 300).replaceAll('"', '')),
    }));

/** The most frequent separator of the first line, outside of quotes. */
function frequentSeparator(text: string): string {
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
