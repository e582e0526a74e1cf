import { sql } from 'kysely';
import type { AnyResource } from '@/contract/core/define';
import { defaultLanguage } from '@/contract/core/languages';
import type { Page } from '@/contract/core/paging';
import { isAllowed } from '@/contract/core/permissions';
import { audit, changesBetween, changesOf, lastChange } from '@/server/core/audit';
import { fileIdsIn, resolveFiles } from '@/server/core/files/file-rights';
import { type Ctx, isAdmin } from '../context';
import { prepared } from '../db/prepared';
import { AppError } from '../errors';
import { checkList } from '../http/list-query';
import { validate } from '../validate';
import { type BulkService, bulkService } from './bulk';
import { exportList } from './export';
import { listRows, pageRows } from './list';
import type { ServiceOptions } from './options';
import { assertRequiredRelations, purgeRow } from './purge';
import { type AnyDb, type JsonRecord, pageOf, pick, type StoredRow, visible } from './query';
import { checkRelations, type Related, readRelated, usesOf, withRelated } from './relations';
import { freeSlug, isTaken } from './slugs';
import { textsIn, translatedLanguages } from './translations';

export interface ResourceService extends BulkService {
  list: (ctx: Ctx, query: JsonRecord) => Promise<Page<JsonRecord>>;
  get: (ctx: Ctx, key: string) => Promise<JsonRecord>;
  create: (ctx: Ctx, body: JsonRecord) => Promise<JsonRecord>;
  update: (ctx: Ctx, key: string, body: JsonRecord) => Promise<JsonRecord>;
  remove: (ctx: Ctx, key: string) => Promise<void>;
  /** Restores a removed row from the trash. */
  restore: (ctx: Ctx, key: string) => Promise<JsonRecord>;
  /** Deletes a removed row for good; `typed` repeats its number as confirmation. Administrators only. */
  purge: (ctx: Ctx, id: number, typed: unknown) => Promise<void>;
  /** Streams the rows of a list's query as CSV. */
  exportList: (ctx: Ctx, query: JsonRecord) => AsyncIterable<string>;
  /** Whether the person may change a row that they see; throws NOT_FOUND for any other. Locks nothing. */
  isEditable: (ctx: Ctx, id: number) => Promise<boolean>;
}

/** A family's service that also returns the rows of a list's page without counting all of them. */
export interface TableService extends ResourceService {
  rows: (ctx: Ctx, query: JsonRecord) => Promise<JsonRecord[]>;
}

/**
 * Service of a declared family (style §9, design §4 and §5). Keys are ids or slugs. Throws NOT_FOUND for a row that is
 * missing or not the person's, VALIDATION_FAILED, and CONFLICT when an edit is based on an older version.
 */
export function resourceService(resource: AnyResource, options: ServiceOptions): TableService {
  const family = { resource, options };
  return {
    async list(ctx, query) {
      const checked = checkList(resource, query);
      const found = await listRows(resource, options, ctx, checked, (rows, related) =>
        show(family, ctx, rows, related),
      );
      return pageOf(resource, checked, query, found);
    },
    rows: async (ctx, query) =>
      show(family, ctx, await pageRows(resource, options, ctx, checkList(resource, query))),
    get: async (ctx, key) => showOne(family, ctx, await find(family, ctx, key, 'read')),
    create: (ctx, body) => create(family, ctx, body),
    update: (ctx, key, body) => update(family, ctx, key, body),
    remove: async (ctx, key) => void (await setDeleted(family, ctx, key, true)),
    restore: async (ctx, key) => showOne(family, ctx, await setDeleted(family, ctx, key, false)),
    purge: (ctx, id, typed) => purgeRow(ctx, resource, options, id, typed),
    exportList: (ctx, query) =>
      exportList(resource, options, ctx, query, (reader, rows) => show(family, reader, rows)),
    isEditable: (ctx, id) => isEditable(options, ctx, id),
    ...bulkService(resource, options),
  };
}

interface Family {
  resource: AnyResource;
  options: ServiceOptions;
}

async function find(
  family: Family,
  ctx: Ctx,
  key: string,
  purpose: 'read' | 'write',
  trashed = false,
): Promise<StoredRow> {
  const { resource, options } = family;
  const keyColumn = resource.identity === 'code' ? 'code' : 'slug';
  const hasKey = resource.identity === 'code' || resource.slugFrom !== undefined;
  const byId = /^\d{1,15}$/.test(key);
  if (!byId && !hasKey) throw new AppError('NOT_FOUND');
  const query = (ctx.db as AnyDb)
    .selectFrom(options.table)
    .$if(purpose === 'read', (read) => read.modifyFront(prepared))
    .selectAll()
    .where(byId ? 'id' : keyColumn, '=', byId ? Number(key) : key)
    .where((eb) => visible(options, ctx, eb, purpose, trashed));
  const row = await (purpose === 'write' ? query.forUpdate() : query).executeTakeFirst();
  if (!row) throw new AppError('NOT_FOUND');
  return row as StoredRow;
}

/** Rows in their final form; `related` is read unless it is given. */
async function show(
  { resource, options }: Family,
  ctx: Ctx,
  rows: StoredRow[],
  related?: Related[],
): Promise<JsonRecord[]> {
  const texts = rows.map((row) => inLanguage(resource, row, ctx));
  const read = withRelated(options, texts, related ?? (await readRelated(ctx, options, texts)));
  return options.present ? options.present(ctx, read) : read;
}

async function showOne(family: Family, ctx: Ctx, row: StoredRow): Promise<JsonRecord> {
  const [shown] = await show(family, ctx, [row]);
  if (!shown) throw new AppError('NOT_FOUND');
  return { ...shown, ...translationOf(family.resource, ctx, row) };
}

/** The texts of a translation's form; readers get the originals of missing ones (`inLanguage`). */
function translationOf({ translatable, allow }: AnyResource, ctx: Ctx, row: StoredRow) {
  const isForeign = ctx.locale !== defaultLanguage && translatable.length > 0;
  if (!isForeign || !isAllowed(allow.update, ctx.user?.permissions ?? [])) return {};
  return { translation: pick(row.translations?.[ctx.locale] ?? {}, translatable) };
}

function isBarred({ options }: Family, ctx: Ctx, key: string): boolean {
  return !isAdmin(ctx) && Boolean(options.adminOnly?.includes(key));
}

/** Converts input to columns: resolves files, checks relations. `row` is the stored row. */
async function toColumns(family: Family, ctx: Ctx, input: JsonRecord, row?: StoredRow): Promise<JsonRecord> {
  const { resource, options } = family;
  const columns: JsonRecord = {};
  const taking = { kept: fileIdsIn(row), as: 'public' } as const;
  for (const [key, value] of Object.entries(input)) {
    if (options.virtualFields?.includes(key) || isBarred(family, ctx, key)) continue;
    const field = resource.fields.find((one) => one.key === key);
    columns[key] = await resolveFiles(ctx, field, key, value, taking);
  }
  await checkRelations(ctx, options.relations ?? {}, columns);
  return columns;
}

async function write({ options }: Family, ctx: Ctx, row: StoredRow, columns: JsonRecord): Promise<StoredRow> {
  const changed = { ...columns, version: row.version + 1, updated_at: ctx.now };
  return (await (ctx.db as AnyDb)
    .updateTable(options.table)
    .set(stored(changed))
    .where('id', '=', row.id)
    .returningAll()
    .executeTakeFirstOrThrow()) as StoredRow;
}

async function create(family: Family, ctx: Ctx, body: JsonRecord): Promise<JsonRecord> {
  const { resource, options } = family;
  const { table } = options;
  if (ctx.locale !== defaultLanguage && resource.slugFrom && typeof body.slug === 'string') {
    // Clients of this dialect translate by creating a row with the same slug (reference rules R-032).
    const slug = body.slug.trim().toLowerCase();
    if (slug !== '' && (await isTaken(ctx, table, slug, 0))) return update(family, ctx, slug, body);
  }
  const input: JsonRecord = await validate(await resource.schema(), body);
  const columns = { ...(await toColumns(family, ctx, input)), ...(await options.onCreate?.(ctx, input)) };
  if (resource.slugFrom) columns.slug = await freeSlug(ctx, resource, table, input);
  if (ctx.locale !== defaultLanguage && resource.translatable.length > 0) {
    columns.translations = { [ctx.locale]: pick(columns, resource.translatable) };
  }
  const row = (await (ctx.db as AnyDb)
    .insertInto(table)
    .values(stored({ ...columns, created_at: ctx.now, updated_at: ctx.now }))
    .returningAll()
    .executeTakeFirstOrThrow()) as StoredRow;
  await options.afterSave?.(ctx, row.id, input, Object.keys(input));
  const changes = changesBetween({}, pick({ ...input, ...columns }, Object.keys({ ...input, ...columns })));
  await audit(ctx, { family: resource.name, id: row.id, action: 'create', changes });
  return showOne(family, ctx, row);
}

async function update(family: Family, ctx: Ctx, key: string, body: JsonRecord): Promise<JsonRecord> {
  const { resource, options } = family;
  const row = await find(family, ctx, key, 'write');
  const before = await showOne(family, ctx, row);
  if (body.version !== undefined && body.version !== null && Number(body.version) !== row.version) {
    const changed = await lastChange(ctx, resource.name, row.id);
    throw new AppError('CONFLICT', { current: before, changed });
  }
  const isTranslation = ctx.locale !== defaultLanguage && resource.translatable.length > 0;
  const schema = await resource.schema();
  const changeable = isTranslation ? resource.translatable : Object.keys(schema.fields);
  const isOpen = (key: string) =>
    key in body && !options.immutableFields?.includes(key) && !isBarred(family, ctx, key);
  const sent = changeable.filter(isOpen);
  // Cross-field rules need the whole row, though only what was sent is written.
  const merged: JsonRecord = await validate(schema, { ...before, ...pick(body, sent) });
  const columns = await toColumns(family, ctx, pick(merged, sent), row);
  if ('slug' in columns) columns.slug = await freeSlug(ctx, resource, options.table, merged, row.id);

  const texts = { ...row.translations, [ctx.locale]: { ...row.translations?.[ctx.locale], ...columns } };
  const written = isTranslation ? { translations: texts } : columns;
  const decided = await options.onUpdate?.(ctx, before, columns);
  const after = await write(family, ctx, row, { ...written, ...decided });
  if (!isTranslation) await options.afterSave?.(ctx, row.id, merged, sent);
  const action = isTranslation ? `translate:${ctx.locale}` : 'update';
  const changes = changesOf(schema, before, pick(merged, sent), columns);
  await audit(ctx, { family: resource.name, id: row.id, action, changes });
  return showOne(family, ctx, after);
}

async function setDeleted(family: Family, ctx: Ctx, key: string, isDeleted: boolean): Promise<StoredRow> {
  const { resource, options } = family;
  const row = await find(family, ctx, key, 'write', !isDeleted);
  const { uses, used } = await usesOf(ctx, isDeleted ? (options.usedBy ?? []) : [], [row.id]);
  if (used.size > 0) throw new AppError('IN_USE', { uses });
  if (!isDeleted) await assertRequiredRelations(ctx, options, row);
  const after = await write(family, ctx, row, { deleted_at: isDeleted ? ctx.now : null });
  const action = isDeleted ? 'remove' : 'restore';
  await audit(ctx, { family: resource.name, id: row.id, action, changes: {} });
  return after;
}

async function isEditable(options: ServiceOptions, ctx: Ctx, id: number): Promise<boolean> {
  const row = await (ctx.db as AnyDb)
    .selectFrom(options.table)
    .modifyFront(prepared)
    .select((eb) => visible(options, ctx, eb, 'write').as('is_editable'))
    .where('id', '=', id)
    .where((eb) => visible(options, ctx, eb, 'read'))
    .executeTakeFirst();
  if (!row) throw new AppError('NOT_FOUND');
  return row.is_editable === true;
}

/** Wire form of a stored row: texts in the language, no internal columns (design §5). */
function inLanguage(resource: AnyResource, row: StoredRow, ctx: Ctx): JsonRecord {
  const language = ctx.locale;
  const { translations = {}, deleted_at: _deleted, ...values } = row;
  if (resource.translatable.length === 0) return values;
  const translated =
    language === defaultLanguage ? {} : textsIn(language, translations, resource.translatable);
  return {
    ...values,
    ...translated,
    language,
    translated_languages: translatedLanguages(ctx, translations),
  };
}

/** Objects go into jsonb columns as text: both drivers would send a JavaScript array as a PostgreSQL one. */
function stored(columns: JsonRecord): JsonRecord {
  const isPlain = (value: unknown) => value === null || typeof value !== 'object' || value instanceof Date;
  return Object.fromEntries(
    Object.entries(columns).map(([key, value]) => [
      key,
      isPlain(value) ? value : sql`${JSON.stringify(value)}::jsonb`,
    ]),
  );
}
