import { sql } from 'kysely';
import {
  type ImportField,
  initialImportOptions,
  type ProductImport,
} from '@/contract/catalogue/products/imports';
import type { UserCtx } from '@/server/core/context';
import { AppError } from '@/server/core/errors';
import type { Files } from '@/server/integrations/files/files';
import { checkOwnShop } from '../attributes/export-attributes';
import { filesOf } from './cells';
import { type FileRow, readRows, rejectFile } from './file';
import { guessMapping, plainName } from './headings';
import { findImport, getImport } from './imports';
import { keepZip, pictureKey } from './pictures';

const batch = 500;

export interface ImportFile {
  shopId: number;
  fileName: string;
  path: string;
  /** Aborted when nobody waits for the answer any more. */
  signal?: AbortSignal | undefined;
}

/**
 * `POST product-imports`: takes the rows of a file in, a batch at a time, and guesses what its columns are: as they were
 * the last time, else by their headings. Throws NOT_FOUND for another shop and VALIDATION_FAILED at `csv`.
 */
export async function uploadImport(ctx: UserCtx, given: ImportFile): Promise<ProductImport> {
  await checkOwnShop(ctx, given.shopId);
  const rows = readRows(given.path, { signal: given.signal });
  const first = await rows.next();
  const headings = first.value?.cells ?? [];
  if (headings.length === 0) rejectFile('error-import-empty');
  const { id } = await ctx.db
    .insertInto('product_imports')
    .values({
      shop_id: given.shopId,
      user_id: ctx.user.id,
      file_name: given.fileName.slice(0, 200) || 'file',
      headings: JSON.stringify(headings),
      options: JSON.stringify(initialImportOptions),
      created_at: ctx.now,
      updated_at: ctx.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  try {
    const total = await takeIn(ctx, id, rows);
    if (total === 0) rejectFile('error-import-empty');
    const mapping = await mappingFor(ctx, given.shopId, id, headings);
    await ctx.db
      .updateTable('product_imports')
      .set({ status: 'uploaded', total, mapping: JSON.stringify(mapping) })
      .where('id', '=', id)
      .execute();
  } catch (error) {
    await ctx.db.deleteFrom('product_imports').where('id', '=', id).execute();
    throw error;
  }
  await forgetOlder(ctx, given.shopId);
  return getImport(ctx, id);
}

/** Files that a shop has sent are not kept without end. */
const maxKept = 20;

async function forgetOlder(ctx: UserCtx, shopId: number): Promise<void> {
  await sql`delete from product_imports where shop_id = ${shopId} and status not in ('checking', 'running')
    and id not in (select id from product_imports where shop_id = ${shopId} order by id desc limit ${maxKept})`.execute(
    ctx.db,
  );
}

async function takeIn(ctx: UserCtx, id: number, rows: AsyncIterable<FileRow>): Promise<number> {
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
    if (waiting.length >= batch) await store();
  }
  if (waiting.length > 0) await store();
  return total;
}

/** What was chosen for a heading the last time in this shop wins over what it looks like. */
async function mappingFor(
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
  const known = new Map(before.map((heading, index) => [plainName(heading), chosen[index]]));
  const mapping: Record<string, ImportField> = {};
  for (const isChosen of [true, false]) {
    for (const [index, heading] of headings.entries()) {
      const name = plainName(heading);
      if (known.has(name) !== isChosen) continue;
      const field = isChosen ? known.get(name) : guessed[index];
      if (field && !Object.values(mapping).includes(field)) mapping[index] = field;
    }
  }
  return mapping;
}

/**
 * `POST product-imports/{id}/pictures`: takes pictures out of a ZIP, those that cells of the columns of pictures name; all
 * of them while no column is that. Throws CONFLICT when the import is over, and VALIDATION_FAILED at `zip`.
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
  const wanted = columns.length === 0 ? undefined : await namesIn(ctx, id, columns);
  await keepZip(ctx, given.stored, id, {
    path: given.path,
    signal: given.signal,
    shopId: row.shop_id,
    isWanted: (key) => wanted === undefined || wanted.has(key),
  });
  return getImport(ctx, id);
}

async function namesIn(ctx: UserCtx, id: number, columns: readonly number[]): Promise<Set<string>> {
  const names = new Set<string>();
  for (const column of columns) {
    const { rows } = await sql<{ cell: string }>`select distinct cells ->> ${column}::int as cell
      from product_import_rows where import_id = ${id} and coalesce(cells ->> ${column}::int, '') <> ''`.execute(
      ctx.db,
    );
    for (const { cell } of rows) for (const part of filesOf(cell)) names.add(pictureKey(part));
  }
  return names;
}
