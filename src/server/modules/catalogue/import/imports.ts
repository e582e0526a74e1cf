import { isDeepStrictEqual } from 'node:util';
import { type Selectable, sql } from 'kysely';
import { valueKey } from '@/contract/catalogue/attributes/value-key';
import {
  characteristicOf,
  type ImportError,
  type ImportField,
  type ImportOptions,
  type ImportStatus,
  type ImportTarget,
  importFields,
  initialImportOptions,
  type ProductImport,
  sharedFields,
} from '@/contract/catalogue/products/imports';
import type { HowRead } from '@/contract/core/files/file-tables';
import { ownValue } from '@/contract/core/own-value';
import type { Page } from '@/contract/core/paging';
import { oneLine } from '@/contract/core/text';
import { audit } from '@/server/core/audit';
import { isAdmin, ownShopIds, type UserCtx } from '@/server/core/context';
import { updateRow } from '@/server/core/db/rows';
import type { DB } from '@/server/core/db/types';
import { AppError, rejectValue } from '@/server/core/errors';
import { enqueue } from '@/server/core/jobs/job';
import type { JsonRecord } from '@/server/core/json-record';
import { parseId } from '@/server/core/numbers';
import { listRules, wrapPage } from '@/server/core/page-envelope';
import { checkList } from '@/server/core/resource/list-query';
import { loadWords } from '@/server/core/words';
import { nameError } from '../attributes/attribute-name';
import { assertOwnShop } from '../products/policy';
import { rememberColumns } from './remembered-columns';
import { recount } from './run-import';
import { lineStep } from './shapes/columns';

type StoredImport = Selectable<DB['product_imports']>;

const family = 'product-imports';
const sampleRows = 3;
/** Runs one import (`worker.ts`); its payload is `{ id }`. */
export const importJob = 'product-import';

/** An import of a shop the user may manage; `isLocking` locks the row. Throws NOT_FOUND. */
export async function findImport(ctx: UserCtx, id: number, isLocking = false): Promise<StoredImport> {
  let query = ctx.db.selectFrom('product_imports').selectAll().where('id', '=', id);
  if (!isAdmin(ctx)) query = query.where('shop_id', '=', sql<number>`any(${ownShopIds(ctx.user)}::bigint[])`);
  const row = await (isLocking ? query.forUpdate() : query).executeTakeFirstOrThrow(
    () => new AppError('NOT_FOUND'),
  );
  return row;
}

/** `GET product-imports/{id}`. Throws NOT_FOUND. */
export async function getImport(ctx: UserCtx, id: number): Promise<ProductImport> {
  const [one] = await present(ctx, [await findImport(ctx, id)]);
  if (!one) throw new AppError('NOT_FOUND');
  return one;
}

/** `GET product-imports?shop_id=`: newest first. Throws NOT_FOUND for another shop. */
export async function listImports(
  ctx: UserCtx,
  { shop_id, ...query }: JsonRecord,
): Promise<Page<ProductImport>> {
  const shopId = parseId(shop_id);
  await assertOwnShop(ctx, shopId);
  const checked = checkList(listRules(family), query, ctx);
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
  return wrapPage(listRules(family), checked, { ...query, shop_id }, { data, total });
}

/**
 * `PATCH product-imports/{id}`: column mapping and options. Throws VALIDATION_FAILED, and CONFLICT while a
 * worker runs it.
 */
export async function updateImport(ctx: UserCtx, id: number, body: JsonRecord): Promise<ProductImport> {
  const row = await findImport(ctx, id, true);
  assertStatus(row, ['uploaded', 'checked', 'failed', 'cancelled']);
  const mapping = 'mapping' in body ? parseMapping(body.mapping, row.headings as string[]) : row.mapping;
  const options = { ...optionsOf(row), ...parseImportOptions(body.options) };
  await resetCheck(ctx, id);
  const isChosen = 'mapping' in body && isDeepStrictEqual(mapping, row.mapping) === false;
  await updateRow(ctx, 'product_imports', id, {
    mapping: JSON.stringify(mapping),
    options: JSON.stringify(options),
    status: 'uploaded',
    failure: null,
  });
  if (isChosen)
    await rememberColumns(
      ctx,
      { ...row, headings: row.headings as string[] },
      mapping as Record<string, ImportTarget>,
    );
  await recount(ctx, { id });
  return getImport(ctx, id);
}

/** Check results are valid only for the mapping and options they were computed with. */
async function resetCheck(ctx: UserCtx, id: number): Promise<void> {
  await ctx.db
    .updateTable('product_import_rows')
    .set({ state: 'new', errors: null, product_id: null, becomes: null })
    .where('import_id', '=', id)
    .where('state', 'in', ['ready', 'same', 'bad'])
    .execute();
}

/**
 * `POST product-imports/{id}/check` and `/run`: queues it for a worker. Throws CONFLICT while it is running
 * or done.
 */
export async function startImport(ctx: UserCtx, id: number, kind: 'check' | 'run'): Promise<ProductImport> {
  const row = await findImport(ctx, id, true);
  assertStatus(row, ['uploaded', 'checked', 'failed', 'cancelled']);
  if (kind === 'check') await resetCheck(ctx, id);
  await updateRow(ctx, 'product_imports', id, {
    status: kind === 'check' ? 'checking' : 'running',
    user_id: ctx.user.id,
    ip: ctx.ip,
    request_id: ctx.requestId,
    failure: null,
    worker: null,
    alive_at: null,
  });
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

/**
 * `POST product-imports/{id}/cancel`: rows already written stay; the rest can be continued later. Throws
 * CONFLICT when done.
 */
export async function cancelImport(ctx: UserCtx, id: number): Promise<ProductImport> {
  const row = await findImport(ctx, id, true);
  assertStatus(row, ['uploaded', 'checking', 'checked', 'running', 'failed', 'cancelled']);
  await updateRow(ctx, 'product_imports', id, { status: 'cancelled', worker: null, alive_at: null });
  await audit(ctx, { family, id, action: 'cancel', changes: {} });
  return getImport(ctx, id);
}

/** `GET product-imports/{id}/errors?page`: rows with errors or warnings, in file order. */
export async function listImportErrors(
  ctx: UserCtx,
  id: number,
  query: JsonRecord,
): Promise<Page<ImportError>> {
  await findImport(ctx, id);
  const rules = listRules(`${family}/${id}/errors`);
  const checked = checkList(rules, query, ctx);
  const wrong = ctx.db
    .selectFrom('product_import_rows')
    .where('import_id', '=', id)
    .where('errors', 'is not', null);
  const { total } = await wrong.select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow();
  const rows = await wrong
    .select(['line', 'cells', 'errors', 'state'])
    .orderBy(sql`abs(line) % ${lineStep}`)
    .orderBy('line')
    .limit(checked.limit)
    .offset((checked.page - 1) * checked.limit)
    .execute();
  const data = rows.map(({ line, cells, errors, state }) => ({
    line: Math.abs(line) % lineStep,
    is_rejected: state === 'bad',
    cells: cells as string[],
    errors: errors as Record<string, string>,
  }));
  return wrapPage(rules, checked, query, { data, total });
}

function optionsOf(row: Pick<StoredImport, 'options'>): ImportOptions {
  return { ...initialImportOptions, ...(row.options as Partial<ImportOptions>) };
}

function assertStatus(row: StoredImport, statuses: readonly ImportStatus[]): void {
  if (!statuses.some((status) => status === row.status))
    throw new AppError('CONFLICT', { current: { status: row.status } });
}

/** Presents imports with sample rows and the number of ZIP pictures; one query for all. */
async function present(ctx: UserCtx, rows: readonly StoredImport[]): Promise<ProductImport[]> {
  const ids = rows.map(({ id }) => id);
  const { rows: found } = await sql<{ id: number; samples: string[][]; files: number }>`
    select i.id,
      coalesce((select jsonb_agg(first.cells order by first.line) from (
        select r.line, r.cells from product_import_rows r where r.import_id = i.id and r.line > 0
        order by r.line limit ${sampleRows}) first), '[]') as samples,
      (select count(*)::int from product_import_files f
        where f.import_id = i.id and f.name not like 'http%://%') as files
    from unnest(${ids}::bigint[]) as i (id)`.execute(ctx.db);
  const along = new Map(found.map(({ id, ...rest }) => [Number(id), rest]));
  return rows.map((row) => ({
    id: row.id,
    version: row.version,
    shop_id: row.shop_id,
    file_name: row.file_name,
    sheet_name: row.sheet_name,
    headings: row.headings as string[],
    samples: along.get(row.id)?.samples ?? [],
    reading: row.reading as unknown as HowRead,
    mapping: row.mapping as Record<string, ImportTarget>,
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

/**
 * Validates a mapping of column index → field or characteristic: known fields, each once, existing columns. Throws
 * VALIDATION_FAILED.
 */
function parseMapping(given: unknown, headings: readonly string[]): Record<string, ImportTarget> {
  if (given === null || typeof given !== 'object' || Array.isArray(given)) rejectValue('mapping');
  const mapping: Record<string, ImportTarget> = {};
  for (const [index, name] of Object.entries(given)) {
    if (name === null || name === '') continue;
    const field = importFields.find((one) => one === name) ?? characteristicTarget(name);
    const isColumn = /^\d{1,3}$/.test(index) && Number(index) < headings.length;
    if (!field || !isColumn || hasTarget(mapping, field)) rejectValue('mapping');
    mapping[index] = field;
  }
  return mapping;
}

/** `characteristic:Состав` with a name that an attribute may have. */
function characteristicTarget(target: unknown): ImportTarget | undefined {
  const name = typeof target === 'string' ? characteristicOf(target) : undefined;
  const text = name === undefined ? undefined : oneLine(name);
  return text === undefined || nameError(text) !== undefined ? undefined : `characteristic:${text}`;
}

const hasTarget = (mapping: Readonly<Record<string, ImportTarget>>, target: ImportTarget): boolean =>
  Object.values(mapping).some((one) => valueKey(one) === valueKey(target));

const allowedOptions: { [Key in Exclude<keyof ImportOptions, 'values'>]: readonly ImportOptions[Key][] } = {
  mode: ['atomic', 'rows'],
  match: ['sku', 'slug', 'name'],
  existing: ['update', 'skip'],
  fresh: ['create', 'skip'],
  stock: ['difference', 'absolute'],
  trashed: ['refuse', 'restore'],
  refused: ['row', 'cell'],
};

/** Validates the options that were sent. Throws VALIDATION_FAILED. */
function parseImportOptions(given: unknown): Partial<ImportOptions> {
  if (given === undefined) return {};
  if (given === null || typeof given !== 'object') rejectValue('options');
  const entries = Object.entries(given).filter(([key]) => Object.hasOwn(allowedOptions, key));
  for (const [key, value] of entries) {
    const known: readonly string[] = ownValue(allowedOptions, key) ?? [];
    if (!known.includes(String(value))) rejectValue('options');
  }
  const shared = 'values' in given ? { values: parseSharedValues(given.values) } : {};
  return { ...Object.fromEntries(entries), ...shared };
}

const longestShared = 500;

/** Validates the values for all rows; empty ones are left out. Throws VALIDATION_FAILED. */
function parseSharedValues(given: unknown): ImportOptions['values'] {
  if (given === null || typeof given !== 'object' || Array.isArray(given)) rejectValue('options');
  const values: ImportOptions['values'] = {};
  for (const [name, text] of Object.entries(given)) {
    const field = sharedFields.find((one) => one === name);
    if (!field || typeof text !== 'string' || text.length > longestShared) rejectValue('options');
    const clean = text.replaceAll('\u0000', '').trim();
    if (clean !== '') values[field] = clean;
  }
  return values;
}

const rejectedBatch = 500;

/**
 * Rejected rows with an extra column that lists their errors, so that the file can be corrected and imported
 * again. Yields chunks; the first one has the headings.
 */
export async function* listRejectedRows(ctx: UserCtx, id: number): AsyncGenerator<string[][]> {
  const { headings: stored, mapping } = await findImport(ctx, id);
  const words = await loadWords(ctx.locale, 'catalogue', 'form');
  const title = words('products.import.error-column');
  const all = stored as string[];
  // A re-imported file of rejected rows already has the error column: keep only one.
  const columns = all.flatMap((heading, index) => (heading === title ? [] : [index]));
  yield [[...columns.map((index) => all[index] ?? ''), title]];
  const fields = mapping as Record<string, ImportField>;
  for (let after = 0; ; ) {
    const rows = await ctx.db
      .selectFrom('product_import_rows')
      .select(['line', 'cells', 'errors'])
      .where('import_id', '=', id)
      .where('state', '=', 'bad')
      .where(sql<number>`abs(line)`, '>', after)
      // The first variation has the whole row of the file, of which its product has a part.
      .where((eb) =>
        eb.not(
          eb.exists(
            eb
              .selectFrom('product_import_rows as own')
              .select('own.line')
              .whereRef('own.import_id', '=', 'product_import_rows.import_id')
              .where(
                sql`own.line = -product_import_rows.line and own.line < 0 and own.state = 'bad'`.$castTo<boolean>(),
              ),
          ),
        ),
      )
      .orderBy(sql`abs(line)`)
      .limit(rejectedBatch)
      .execute();
    yield rows.map(({ cells, errors }) => {
      const texts = cells as string[];
      const told = Object.entries((errors ?? {}) as Record<string, string>).map(([key, error]) => {
        const name = all[Number(key)] ?? words(`products.import.fields.${fields[key] ?? key}`);
        return `${name}: ${errorText(words, error)}`;
      });
      return [...columns.map((index) => texts[index] ?? ''), told.join('; ')];
    });
    const last = rows.at(-1);
    if (!last || rows.length < rejectedBatch) return;
    after = Math.abs(last.line);
  }
}

/** Some errors have a wording of their own for files. */
function errorText(words: (key: string) => string, error: string): string {
  const own = `products.import.errors.${error}`;
  const text = words(own);
  return text === own ? words(error) : text;
}

/** Lines of one statement that removes them: all of a large file in one would stop everybody on an embedded database. */
const removedAtOnce = 2000;

/** Removes an import with its rows, unless it is at work; from its first row on nobody can start it. */
export async function removeImport({ db }: Pick<UserCtx, 'db'>, id: number): Promise<void> {
  const taken = await db
    .updateTable('product_imports')
    .set({ status: 'uploading' })
    .where('id', '=', id)
    .where('status', 'not in', ['checking', 'running'])
    .returning('id')
    .executeTakeFirst();
  if (!taken) return;
  const { last } = await db
    .selectFrom('product_import_rows')
    .select((eb) => eb.fn.coalesce(eb.fn.max('line'), sql<number>`0`).as('last'))
    .where('import_id', '=', id)
    .executeTakeFirstOrThrow();
  for (let from = 0; from <= last; from += removedAtOnce)
    await db
      .deleteFrom('product_import_rows')
      .where('import_id', '=', id)
      .where('line', '>=', from)
      .where('line', '<', from + removedAtOnce)
      .execute();
  await db.deleteFrom('product_imports').where('id', '=', id).execute();
}
