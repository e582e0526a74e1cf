import { type Selectable, sql } from 'kysely';
import {
  type ImportError,
  type ImportField,
  type ImportOptions,
  type ImportStatus,
  initialImportOptions,
  type ProductImport,
} from '@/contract/catalogue/products/imports';
import type { Page } from '@/contract/core/paging';
import { audit } from '@/server/core/audit';
import { isAdmin, shopIdsOf, type UserCtx } from '@/server/core/context';
import type { DB } from '@/server/core/db/types';
import { AppError } from '@/server/core/errors';
import { checkList, type ListRules } from '@/server/core/http/list-query';
import { enqueue } from '@/server/core/jobs/job';
import { type JsonRecord, pageOf } from '@/server/core/resource/query';
import { checkOwnShop } from '../attributes/attributes-export';
import { mappingIn, optionsIn } from './choices';
import { recount } from './lease';

export type StoredImport = Selectable<DB['product_imports']>;

const family = 'product-imports';
/** Works on one import (`worker.ts`); its payload is `{ id }`. */
export const importJob = 'product-import';
const shownSamples = 3;

/** An import of one's own shop; with `isLocking` until the end of the transaction. Throws NOT_FOUND. */
export async function findImport(ctx: UserCtx, id: number, isLocking = false): Promise<StoredImport> {
  let query = ctx.db.selectFrom('product_imports').selectAll().where('id', '=', id);
  if (!isAdmin(ctx)) query = query.where('shop_id', '=', sql<number>`any(${shopIdsOf(ctx.user)}::bigint[])`);
  const row = await (isLocking ? query.forUpdate() : query).executeTakeFirst();
  if (!row) throw new AppError('NOT_FOUND');
  return row;
}

/** `GET product-imports/{id}`. Throws NOT_FOUND. */
export async function getImport(ctx: UserCtx, id: number): Promise<ProductImport> {
  const [one] = await present(ctx, [await findImport(ctx, id)]);
  if (!one) throw new AppError('NOT_FOUND');
  return one;
}

/** `GET product-imports?shop_id=`: the last ones first. Throws NOT_FOUND for a shop that is not one's own. */
export async function listImports(
  ctx: UserCtx,
  { shop_id, ...query }: JsonRecord,
): Promise<Page<ProductImport>> {
  const shopId = idIn(shop_id);
  await checkOwnShop(ctx, shopId);
  const checked = checkList(listRules(family), query);
  const own = ctx.db
    .selectFrom('product_imports')
    .where('shop_id', '=', shopId)
    .where('status', '<>', 'uploading');
  const { total } = await own.select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow();
  const rows = await own
    .selectAll()
    .orderBy('id', 'desc')
    .limit(checked.limit)
    .offset((checked.page - 1) * checked.limit)
    .execute();
  const data = await present(ctx, rows);
  return pageOf(listRules(family), checked, { ...query, shop_id }, { data, total, isEstimate: false });
}

/** What is chosen of the columns and of what is to be done. Throws VALIDATION_FAILED, and CONFLICT while it is worked on. */
export async function changeImport(ctx: UserCtx, id: number, body: JsonRecord): Promise<ProductImport> {
  const row = await findImport(ctx, id, true);
  assertStatus(row, ['uploaded', 'checked', 'failed', 'cancelled']);
  const mapping = 'mapping' in body ? mappingIn(body.mapping, row.headings as string[]) : row.mapping;
  const options = { ...optionsOf(row), ...optionsIn(body.options) };
  await forgetCheck(ctx, id);
  await ctx.db
    .updateTable('product_imports')
    .set({
      mapping: JSON.stringify(mapping),
      options: JSON.stringify(options),
      status: 'uploaded',
      failure: null,
      version: row.version + 1,
      updated_at: ctx.now,
    })
    .where('id', '=', id)
    .execute();
  await recount(ctx, { id });
  return getImport(ctx, id);
}

/** What was found of rows holds for the choices that it was found by. */
async function forgetCheck(ctx: UserCtx, id: number): Promise<void> {
  await ctx.db
    .updateTable('product_import_rows')
    .set({ state: 'new', errors: null, product_id: null })
    .where('import_id', '=', id)
    .where('state', 'in', ['ready', 'same', 'bad'])
    .execute();
}

/** `POST product-imports/{id}/check` and `/run`: a worker takes it up. Throws CONFLICT while it is worked on, or is over. */
export async function startImport(ctx: UserCtx, id: number, kind: 'check' | 'run'): Promise<ProductImport> {
  const row = await findImport(ctx, id, true);
  assertStatus(row, ['uploaded', 'checked', 'failed', 'cancelled']);
  if (kind === 'check') await forgetCheck(ctx, id);
  await ctx.db
    .updateTable('product_imports')
    .set({
      status: kind === 'check' ? 'checking' : 'running',
      user_id: ctx.user.id,
      ip: ctx.ip,
      request_id: ctx.requestId,
      failure: null,
      worker: null,
      alive_at: null,
      version: row.version + 1,
      updated_at: ctx.now,
    })
    .where('id', '=', id)
    .execute();
  await enqueue(ctx, importJob, { id });
  await recount(ctx, { id });
  if (kind === 'run') {
    const { mode } = optionsOf(row);
    await audit(ctx, {
      family,
      id,
      action: 'run',
      changes: { file_name: [null, row.file_name], mode: [null, mode] },
    });
  }
  return getImport(ctx, id);
}

/** `POST product-imports/{id}/cancel`: what is written stays; the rest can be gone on with. Throws CONFLICT when it is over. */
export async function cancelImport(ctx: UserCtx, id: number): Promise<ProductImport> {
  const row = await findImport(ctx, id, true);
  assertStatus(row, ['uploaded', 'checking', 'checked', 'running', 'failed', 'cancelled']);
  await ctx.db
    .updateTable('product_imports')
    .set({ status: 'cancelled', worker: null, alive_at: null, version: row.version + 1, updated_at: ctx.now })
    .where('id', '=', id)
    .execute();
  await audit(ctx, { family, id, action: 'cancel', changes: {} });
  return getImport(ctx, id);
}

/** `GET product-imports/{id}/errors?page`: rows with something wrong in them, in the order of the file. */
export async function listImportErrors(
  ctx: UserCtx,
  id: number,
  query: JsonRecord,
): Promise<Page<ImportError>> {
  await findImport(ctx, id);
  const rules = listRules(`${family}/${id}/errors`);
  const checked = checkList(rules, query);
  const wrong = ctx.db
    .selectFrom('product_import_rows')
    .where('import_id', '=', id)
    .where('errors', 'is not', null);
  const { total } = await wrong.select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow();
  const rows = await wrong
    .select(['line', 'cells', 'errors', 'state'])
    .orderBy('line')
    .limit(checked.limit)
    .offset((checked.page - 1) * checked.limit)
    .execute();
  const data = rows.map(({ line, cells, errors, state }) => ({
    line,
    is_rejected: state === 'bad',
    cells: cells as string[],
    errors: errors as Record<string, string>,
  }));
  return pageOf(rules, checked, query, { data, total, isEstimate: false });
}

function optionsOf(row: Pick<StoredImport, 'options'>): ImportOptions {
  return { ...initialImportOptions, ...(row.options as Partial<ImportOptions>) };
}

/** An id in an address or a form; what is none is nobody's. */
export function idIn(text: unknown): number {
  return /^\d{1,15}$/.test(String(text ?? '')) ? Number(text) : 0;
}

function assertStatus(row: StoredImport, statuses: readonly ImportStatus[]): void {
  if (!statuses.some((status) => status === row.status))
    throw new AppError('CONFLICT', { current: { status: row.status } });
}

/** Imports as they leave, with their first rows and what came in a ZIP: two queries, however many they are. */
async function present(ctx: UserCtx, rows: readonly StoredImport[]): Promise<ProductImport[]> {
  const ids = rows.map(({ id }) => id);
  const { rows: found } = await sql<{ id: number; samples: string[][]; files: number }>`
    select i.id,
      coalesce((select jsonb_agg(first.cells order by first.line) from (
        select r.line, r.cells from product_import_rows r where r.import_id = i.id
        order by r.line limit ${shownSamples}) first), '[]') as samples,
      (select count(*)::int from product_import_files f
        where f.import_id = i.id and f.name not like 'http%://%') as files
    from unnest(${ids}::bigint[]) as i (id)`.execute(ctx.db);
  const along = new Map(found.map(({ id, ...rest }) => [Number(id), rest]));
  return rows.map((row) => ({
    id: row.id,
    version: row.version,
    shop_id: row.shop_id,
    file_name: row.file_name,
    headings: row.headings as string[],
    samples: along.get(row.id)?.samples ?? [],
    mapping: row.mapping as Record<string, ImportField>,
    options: optionsOf(row),
    status: row.status as ImportStatus,
    total: row.total,
    passed: row.passed,
    created: row.created,
    updated: row.updated,
    rejected: row.rejected,
    failure: row.failure,
    files: along.get(row.id)?.files ?? 0,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  }));
}

const listRules = (endpoint: string): ListRules => ({
  endpoint,
  columns: [],
  filters: [],
  search: {},
  defaultSort: { orderBy: 'id', sortedBy: 'desc' },
  translatable: [],
});
