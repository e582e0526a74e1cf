import { sql } from 'kysely';
import {
  type ImportField,
  type ImportTarget,
  initialImportOptions,
  maxImportRows,
  type ProductImport,
} from '@/contract/catalogue/products/imports';
import type { ReadingChoice } from '@/contract/core/files/file-tables';
import { findBusinessDay } from '@/server/core/business-time';
import type { UserCtx } from '@/server/core/context';
import { insertRow } from '@/server/core/db/rows';
import { AppError, rejectField } from '@/server/core/errors';
import { safeFileName } from '@/server/core/files/file-name';
import { openTable, type TableOptions, type TableRow } from '@/server/core/files-in/open-table';
import type { MergedCells } from '@/server/core/files-in/read-workbook';
import type { Files } from '@/server/integrations/files/files';
import { fieldNames } from '../products/field-names';
import { assertOwnShop } from '../products/policy';
import { loadCellWords, type OddCells, splitFiles } from './cells';
import { fromHeadings, rateSheet } from './find-table';
import { characteristicIn, guessMapping, isTotals, totalWords, withCharacteristics } from './headings';
import { findImport, getImport, removeImport } from './imports';
import { pictureKey, storeZip } from './pictures';
import { recallColumns } from './remembered-columns';
import { plainHeading, type Shape, type ShapedRow } from './shapes/columns';
import { openCart } from './shapes/opencart';
import { isShapeHeading, shapeOf } from './shapes/shapes';

const batchRows = 500;
/** Signs of one statement, a cell counted as eight: on an embedded database others wait for it. */
const batchSigns = 128 * 1024;

export interface ImportFile {
  shopId: number;
  fileName: string;
  path: string;
  /** What a person decided about how the file is read. */
  chosen?: ReadingChoice;
  /** Aborted when the client disconnects. */
  signal?: AbortSignal | undefined;
}

/**
 * `POST product-imports`: stores the rows of a file in batches and guesses the mapping: that of the shop's
 * last import, else by the headings. Throws NOT_FOUND for another shop and VALIDATION_FAILED at `csv`.
 */
export async function uploadImport(ctx: UserCtx, given: ImportFile): Promise<ProductImport> {
  await assertOwnShop(ctx, given.shopId);
  const { path, fileName, signal, chosen = {} } = given;
  const table = await openTable(path, { fileName, signal, chosen, rate: rateSheet, maxRows });
  const found = fromHeadings(table.rows);
  const first = await found.next();
  const { how } = table;
  const kept = await keptColumns(first.value?.cells ?? []);
  const headings = kept.map((column) => first.value?.cells[column] ?? '');
  const plain = onlyColumns(found, kept, first.value?.cells.length ?? 0);
  if (headings.length === 0) rejectFile('error-import-empty');
  const workbook = { path, fileName, signal, maxRows };
  const today = await findBusinessDay(ctx, ctx.now);
  const shape = shapeOf(headings) ?? (await sheetsOfOpenCart(headings, how.sheets, workbook, today));
  if (shape?.joined) how.joined = [...shape.joined];
  if (shape?.note) how.note = shape.note;
  const names = await fieldNames('ru');
  const shaped = [...headings, ...(shape?.added ?? []).map((field) => names[field])];
  const rows = shape ? shape.rows(plain) : plain;
  const id = await insertRow(ctx, 'product_imports', {
    shop_id: given.shopId,
    user_id: ctx.user.id,
    file_name: safeFileName(fileName, how.format),
    sheet_name: how.sheets.length > 1 ? how.sheet : null,
    headings: JSON.stringify(shaped),
    reading: JSON.stringify(how),
    options: JSON.stringify(initialImportOptions),
  });
  try {
    const { total, batches } = await storeRows(ctx, id, rows);
    if (total === 0) rejectFile('error-import-empty');
    const mapping = await buildMapping(ctx, given.shopId, id, { headings: shaped, shape });
    const areas = mergedAreas(table.merged, kept);
    for (const batch of batches) await tellRows(ctx, id, mapping, { batch, areas });
    await ctx.db
      .updateTable('product_imports')
      .set({ status: 'uploaded', total, mapping: JSON.stringify(mapping) })
      .where('id', '=', id)
      .execute();
  } catch (error) {
    await removeImport(ctx, id);
    throw error;
  }
  await deleteOldest(ctx, given.shopId);
  return getImport(ctx, id);
}

/** The sheets of OpenCart's workbook beside that of its products. */
const sheetsOfOpenCart = (
  headings: readonly string[],
  sheets: readonly string[],
  { path, ...options }: { path: string } & TableOptions,
  today: string,
) =>
  openCart(
    headings.map(plainHeading),
    sheets,
    async function* rowsOf(sheet) {
      const table = await openTable(path, { ...options, chosen: { sheet } });
      yield* table.rows;
    },
    today,
  );

/** Imports kept per shop. */
const maxKept = 20;

async function deleteOldest(ctx: UserCtx, shopId: number): Promise<void> {
  const { rows } = await sql<{ id: number }>`select id from product_imports where shop_id = ${shopId}
      and status not in ('checking', 'running')
      and id not in (select id from product_imports where shop_id = ${shopId} order by id desc limit ${maxKept})`.execute(
    ctx.db,
  );
  for (const { id } of rows) await removeImport(ctx, id);
}

/** The lines of rows that were stored together: one statement over a large file would stop everybody on an embedded database. */
interface Batch {
  from: number;
  to: number;
}

async function storeRows(
  ctx: UserCtx,
  id: number,
  rows: AsyncIterable<StoredRow>,
): Promise<{ total: number; batches: Batch[] }> {
  let [total, signs] = [0, 0];
  const batches: Batch[] = [];
  let waiting: StoredRow[] = [];
  const store = async () => {
    await sql`insert into product_import_rows (import_id, line, cells, odd)
      select ${id}, row.line, row.cells, row.odd from jsonb_to_recordset(${JSON.stringify(waiting)}::jsonb)
        as row (line int, cells jsonb, odd jsonb)`.execute(ctx.db);
    total += waiting.length;
    const lines = waiting.map(({ line }) => line);
    batches.push({ from: Math.min(...lines), to: Math.max(...lines) });
    waiting = [];
    signs = 0;
  };
  for await (const row of rows) {
    waiting.push(row);
    signs += row.cells.reduce((sum, cell) => sum + cell.length + 8, 0);
    if (waiting.length >= batchRows || signs >= batchSigns) await store();
  }
  if (waiting.length > 0) await store();
  return { total, batches };
}

type StoredRow = ShapedRow;

/** Columns that a person chooses among; exports of other systems have hundreds more that mean nothing here. */
const maxShownColumns = 200;

/** The columns of a file that are kept: all, else the known ones and the first of the others. */
async function keptColumns(headings: readonly string[]): Promise<number[]> {
  const all = [...headings.keys()];
  if (all.length <= maxShownColumns) return all;
  const known = new Set([
    ...Object.keys(await guessMapping(headings)).map(Number),
    ...all.filter((column) => isShapeHeading(headings[column] ?? '')),
    ...all.filter((column) => characteristicIn(headings[column] ?? '') !== undefined),
  ]);
  const others = all.filter((column) => !known.has(column)).slice(0, maxShownColumns - known.size);
  return [...known, ...others].sort((one, other) => one - other);
}

/** Rows with the kept columns, and what was odd about them; cells beyond the headings stay, they are told. */
async function* onlyColumns(
  rows: AsyncIterable<TableRow>,
  kept: readonly number[],
  width: number,
): AsyncGenerator<StoredRow> {
  for await (const { line, cells, odd, isQuoteOpen, isHidden } of rows) {
    const own: OddCells = {};
    for (const [place, column] of kept.entries()) {
      const kind = odd?.[column];
      if (kind) own[String(place)] = kind;
    }
    if (isHidden) own.row = 'hidden';
    if (isQuoteOpen) own.row = 'quote';
    const texts = kept.map((column) => cells[column] ?? '');
    const beyond = cells.slice(width);
    yield {
      line,
      cells: beyond.some((cell) => cell !== '') ? [...texts, ...beyond] : texts,
      ...(Object.keys(own).length > 0 && { odd: own }),
    };
  }
}

/** The mapping that a person last chose for a file of the same headings, else the guess. */
async function buildMapping(
  ctx: UserCtx,
  shopId: number,
  id: number,
  { headings, shape }: { headings: readonly string[]; shape: Shape | undefined },
): Promise<Record<string, ImportTarget>> {
  const chosen = await recallColumns(ctx, shopId, headings);
  if (chosen) return chosen;
  const mapping = await guessMapping(headings);
  const withKinds = (await isKindColumn(ctx, id, mapping)) ? withKind(mapping) : mapping;
  if (!shape) return withCharacteristics(headings, withKinds);
  // What makes variations in a shape is no characteristic.
  const made = shape.fields();
  const known = inShape(withKinds, headings.length, shape);
  return withCharacteristics(headings, known, (column) => !made.has(column));
}

/** A shape knows what its columns mean; each field has one column. */
function inShape(
  guessed: Record<string, ImportField>,
  width: number,
  shape: Shape,
): Record<string, ImportField> {
  const own = new Map([
    ...shape.fields(),
    ...shape.added.map((field, at) => [width - shape.added.length + at, field] as const),
  ]);
  const taken = new Set(own.values());
  const rest = Object.entries(guessed).filter(
    ([column, field]) => !own.has(Number(column)) && !taken.has(field),
  );
  const known = [...own].flatMap(([column, field]) => (field ? [[String(column), field] as const] : []));
  return Object.fromEntries([...rest, ...known]);
}

/** WooCommerce has the kind of a product in a column that others have its group in. */
async function isKindColumn(
  ctx: UserCtx,
  id: number,
  mapping: Record<string, ImportField>,
): Promise<boolean> {
  const column = Object.keys(mapping).find((index) => mapping[index] === 'type');
  if (column === undefined || Object.values(mapping).includes('product_type')) return false;
  const { rows } = await sql<{ cell: string }>`select distinct lower(cells ->> ${column}::int) as cell
    from product_import_rows where import_id = ${id} and coalesce(cells ->> ${column}::int, '') <> '' limit 20`.execute(
    ctx.db,
  );
  const { kinds } = await loadCellWords();
  return rows.length > 0 && rows.every(({ cell }) => cell === 'variation' || kinds.has(cell));
}

function withKind(mapping: Record<string, ImportField>): Record<string, ImportField> {
  const entries = Object.entries(mapping);
  return Object.fromEntries(
    entries.map(([index, field]): [string, ImportField] => [
      index,
      field === 'type' ? 'product_type' : field,
    ]),
  );
}

/** Cells that are empty because they were merged with the one above, by place of their column; areas do not overlap. */
function mergedAreas(merged: readonly MergedCells[], kept: readonly number[]): (Batch & { place: string })[] {
  const areas: (Batch & { place: string })[] = [];
  const last = new Map<number, Batch>();
  for (const { column, from, to } of merged.toSorted((one, other) => one.from - other.from)) {
    const place = kept.indexOf(column);
    const before = last.get(place);
    if (before && before.to >= from) before.to = Math.max(before.to, to);
    else if (place >= 0) {
      const area = { place: String(place), from, to };
      areas.push(area);
      last.set(place, area);
    }
  }
  return areas;
}

/** Tells rows of totals, names of groups, and merged cells among the rows of a batch. */
async function tellRows(
  ctx: UserCtx,
  id: number,
  mapping: Record<string, ImportTarget>,
  { batch, areas }: { batch: Batch; areas: readonly (Batch & { place: string })[] },
): Promise<void> {
  const ofBatch = sql`r.import_id = ${id} and r.line between ${batch.from} and ${batch.to}`;
  const own = areas.filter(({ from, to }) => to >= batch.from && from <= batch.to);
  if (own.length > 0)
    await sql`update product_import_rows r set odd = coalesce(r.odd, '{}') || found.odd
      from (select r.line, jsonb_object_agg(area.place, 'merged') as odd from product_import_rows r
        join jsonb_to_recordset(${JSON.stringify(own)}::jsonb) as area (place text, "from" int, "to" int)
          on r.line between area."from" and area."to"
        where ${ofBatch} group by r.line) found
      where r.import_id = ${id} and r.line = found.line`.execute(ctx.db);
  await tellGroups(ctx, mapping, ofBatch);
  const { rows } = await sql<{
    line: number;
    cells: string[];
  }>`select r.line, r.cells from product_import_rows r
    where ${ofBatch} and r.cells::text ~* ${`"${totalWords}`}
    order by r.line`.execute(ctx.db);
  const totals = rows.flatMap(({ line, cells }) => (isTotals(cells, mapping) ? line : []));
  if (totals.length > 0)
    await sql`update product_import_rows set odd = coalesce(odd, '{}') || '{"row": "total"}'
      where import_id = ${id} and line = any(${totals}::int[])`.execute(ctx.db);
}

/** Price lists have the name of a group in a row of its own: one cell, and neither an article nor a price. */
async function tellGroups(
  ctx: UserCtx,
  mapping: Record<string, ImportTarget>,
  ofBatch: ReturnType<typeof sql>,
): Promise<void> {
  const columnsOf = (...fields: ImportField[]) =>
    Object.entries(mapping).flatMap(([column, field]) =>
      fields.some((one) => one === field) ? Number(column) : [],
    );
  if (columnsOf('price').length === 0 || columnsOf('parent').length > 0) return;
  await sql`update product_import_rows r set odd = coalesce(odd, '{}') || '{"row": "group"}'
    where ${ofBatch} and (select count(*) filter (where cell <> '') = 1
        and not coalesce(bool_or(cell <> '' and place - 1 = any(${columnsOf('sku', 'slug', 'price')}::int[])), false)
      from jsonb_array_elements_text(cells) with ordinality as c (cell, place))`.execute(ctx.db);
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

/** One row more: the headings. */
const maxRows = { text: maxImportRows.csv + 1, workbook: maxImportRows.xlsx + 1 };

export function rejectFile(error: string): never {
  rejectField('csv', error);
}
