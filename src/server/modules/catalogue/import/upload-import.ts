import { sql } from 'kysely';
import {
  type ImportField,
  initialImportOptions,
  maxImportRows,
  type ProductImport,
} from '@/contract/catalogue/products/imports';
import type { UserCtx } from '@/server/core/context';
import { insertRow } from '@/server/core/db/rows';
import { AppError, rejectField } from '@/server/core/errors';
import { safeFileName } from '@/server/core/files/file-name';
import { openTable, type TableRow } from '@/server/core/files-in/open-table';
import type { Files } from '@/server/integrations/files/files';
import { assertOwnShop } from '../products/policy';
import { splitFiles } from './cells';
import { fromHeadings, rateSheet } from './find-table';
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
  const { path, fileName, signal } = given;
  const table = await openTable(path, { fileName, signal, rate: rateSheet, maxRows });
  const rows = fromHeadings(table.rows);
  const first = await rows.next();
  const { how } = table;
  const headings = first.value?.cells ?? [];
  if (headings.length === 0) rejectFile('error-import-empty');
  const id = await insertRow(ctx, 'product_imports', {
    shop_id: given.shopId,
    user_id: ctx.user.id,
    file_name: safeFileName(fileName, how.format),
    sheet_name: how.sheets.length > 1 ? how.sheet : null,
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

async function storeRows(ctx: UserCtx, id: number, rows: AsyncIterable<TableRow>): Promise<number> {
  let total = 0;
  let waiting: TableRow[] = [];
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

/** One row more: the headings. */
const maxRows = { text: maxImportRows.csv + 1, workbook: maxImportRows.xlsx + 1 };

export function rejectFile(error: string): never {
  rejectField('csv', error);
}
