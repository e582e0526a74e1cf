import { sql } from 'kysely';
import {
  type ImportField,
  initialImportOptions,
  maxImportRows,
  type ProductImport,
} from '@/contract/catalogue/products/imports';
import type { ReadingChoice } from '@/contract/core/files/file-tables';
import type { UserCtx } from '@/server/core/context';
import { insertRow } from '@/server/core/db/rows';
import type { MergedCells } from '@/server/core/documents/xlsx/read';
import { AppError, rejectField } from '@/server/core/errors';
import { safeFileName } from '@/server/core/files/file-name';
import { openTable, type TableRow } from '@/server/core/files-in/open-table';
import type { Files } from '@/server/integrations/files/files';
import { assertOwnShop } from '../products/policy';
import { loadCellWords, type OddCells, splitFiles } from './cells';
import { fromHeadings, rateSheet } from './find-table';
import { fieldNames, guessMapping, isTotals, totalWords } from './headings';
import { findImport, getImport } from './imports';
import { pictureKey, storeZip } from './pictures';
import { recallColumns } from './remembered-columns';
import type { Shape, ShapedRow } from './shapes/columns';
import { isShapeHeading, shapeOf } from './shapes/shapes';

const batchRows = 500;

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
  const shape = shapeOf(headings);
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
    const total = await storeRows(ctx, id, rows);
    if (total === 0) rejectFile('error-import-empty');
    const mapping = await buildMapping(ctx, given.shopId, id, { headings: shaped, shape });
    await tellRows(ctx, id, mapping, { merged: table.merged, kept });
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

async function storeRows(ctx: UserCtx, id: number, rows: AsyncIterable<StoredRow>): Promise<number> {
  let total = 0;
  let waiting: StoredRow[] = [];
  const store = async () => {
    await sql`insert into product_import_rows (import_id, line, cells, odd)
      select ${id}, row.line, row.cells, row.odd from jsonb_to_recordset(${JSON.stringify(waiting)}::jsonb)
        as row (line int, cells jsonb, odd jsonb)`.execute(ctx.db);
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
): Promise<Record<string, ImportField>> {
  const chosen = await recallColumns(ctx, shopId, headings);
  if (chosen) return chosen;
  const mapping = await guessMapping(headings);
  const withKinds = (await isKindColumn(ctx, id, mapping)) ? withKind(mapping) : mapping;
  return shape ? inShape(withKinds, headings.length, shape) : withKinds;
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

/** Tells rows of totals and cells that are empty because they were merged with the one above. */
async function tellRows(
  ctx: UserCtx,
  id: number,
  mapping: Record<string, ImportField>,
  { merged, kept }: { merged: readonly MergedCells[]; kept: readonly number[] },
): Promise<void> {
  const areas = merged.flatMap(({ column, from, to }) => {
    const place = kept.indexOf(column);
    return place < 0 ? [] : [{ place: String(place), from, to }];
  });
  if (areas.length > 0)
    await sql`update product_import_rows r
      set odd = coalesce(r.odd, '{}') || jsonb_build_object(area.place, 'merged')
      from jsonb_to_recordset(${JSON.stringify(areas)}::jsonb) as area (place text, "from" int, "to" int)
      where r.import_id = ${id} and r.line between area."from" and area."to"`.execute(ctx.db);
  await tellGroups(ctx, id, mapping);
  const { rows } = await sql<{ line: number; cells: string[] }>`select line, cells from product_import_rows
    where import_id = ${id} and cells::text ~* ${`"${totalWords}`}
    order by line limit ${maxTotals}`.execute(ctx.db);
  const totals = rows.flatMap(({ line, cells }) => (isTotals(cells, mapping) ? line : []));
  if (totals.length > 0)
    await sql`update product_import_rows set odd = coalesce(odd, '{}') || '{"row": "total"}'
      where import_id = ${id} and line = any(${totals}::int[])`.execute(ctx.db);
}

/** Price lists have the name of a group in a row of its own: one cell, and neither an article nor a price. */
async function tellGroups(ctx: UserCtx, id: number, mapping: Record<string, ImportField>): Promise<void> {
  const columnsOf = (...fields: ImportField[]) =>
    Object.entries(mapping).flatMap(([column, field]) => (fields.includes(field) ? Number(column) : []));
  if (columnsOf('price').length === 0 || columnsOf('parent').length > 0) return;
  await sql`update product_import_rows set odd = coalesce(odd, '{}') || '{"row": "group"}'
    where import_id = ${id} and (select count(*) filter (where cell <> '') = 1
        and not coalesce(bool_or(cell <> '' and place - 1 = any(${columnsOf('sku', 'slug', 'price')}::int[])), false)
      from jsonb_array_elements_text(cells) with ordinality as c (cell, place))`.execute(ctx.db);
}

const maxTotals = 10_000;

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
