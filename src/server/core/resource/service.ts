import type { RowUses } from '@/contract/core/bulk';
import type { AnyResource } from '@/contract/core/define';
import { defaultLanguage } from '@/contract/core/languages';
import type { Page } from '@/contract/core/paging';
import { adminOnly, isAllowed } from '@/contract/core/permissions';
import { audit, changesBetween, diffChanges, lastChange } from '@/server/core/audit';
import { fileIdsIn, resolveFiles } from '@/server/core/files/file-rights';
import { isId, isOutdated } from '@/server/core/numbers';
import { type BulkService, bulkService } from '../bulk/bulk-service';
import type { Ctx } from '../context';
import { prepared } from '../db/prepared';
import { listAsMeant } from '../db/search';
import { type TabCounts, tabCounts } from '../db/tab-counts';
import { writeJson } from '../db/write-json';
import type { Cell } from '../documents/cells';
import { exportList } from '../documents/list-csv';
import { AppError } from '../errors';
import { type JsonRecord, pick } from '../json-record';
import { wrapPage } from '../page-envelope';
import { hiddenColumns } from '../rights/contacts';
import { freeSlug, isTaken } from '../slugs';
import { type FamilyOf, purgeRow } from '../trash/purge';
import { assertPresent } from '../trash/restore';
import { countUses, rowUses } from '../trash/uses';
import { isBarred, isOpen, validate } from '../validate';
import { visible } from './conditions';
import { listPage, pageRows } from './list';
import { checkList } from './list-query';
import type { Family, ServiceOptions } from './options';
import { assertOwn, ownRow, returnMayWrite } from './own-rows';
import { checkRelations } from './relations';
import type { AnyDb, StoredRow } from './rows';
import { showRows } from './show';

export interface ResourceService extends BulkService, TabCounts {
  list: (ctx: Ctx, query: JsonRecord) => Promise<Page<JsonRecord>>;
  get: (ctx: Ctx, key: string) => Promise<JsonRecord>;
  create: (ctx: Ctx, body: JsonRecord) => Promise<JsonRecord>;
  update: (ctx: Ctx, key: string, body: JsonRecord) => Promise<JsonRecord>;
  remove: (ctx: Ctx, key: string) => Promise<void>;
  /** What refers to a row that the person may remove: it would be refused. Locks nothing. */
  uses: (ctx: Ctx, key: string) => Promise<RowUses>;
  restore: (ctx: Ctx, key: string) => Promise<JsonRecord>;
  /** For good, by administrators; `typed` repeats the number, `familyOf` names the family of a table that refers to it. */
  purge: (ctx: Ctx, id: number, typed: unknown, familyOf: FamilyOf) => Promise<void>;
  /** Rows for a file, headings first. */
  exportList: (ctx: Ctx, query: JsonRecord) => AsyncIterable<Cell[][]>;
  /** Whether the person may change a row that they see; throws NOT_FOUND for any other. Locks nothing. */
  isEditable: (ctx: Ctx, id: number) => Promise<boolean>;
  openFields: (ctx: Ctx) => Promise<string[]>;
}

/** Keys are ids or slugs. Throws NOT_FOUND also for another's row, VALIDATION_FAILED, and CONFLICT over an older version. */
export function resourceService(resource: AnyResource, options: ServiceOptions): ResourceService {
  const family = { resource, options };
  assertPolicy(family);
  return {
    async list(ctx, query) {
      const checked = checkList(resource, query, ctx);
      const page = await listAsMeant(resource, checked, (asked) => listPage(family, ctx, asked));
      return wrapPage(resource, checked, query, page);
    },
    get: async (ctx, key) => showOne(family, ctx, await find(family, ctx, key, 'read')),
    create: (ctx, body) => create(family, ctx, body),
    update: (ctx, key, body) => update(family, ctx, key, body),
    remove: async (ctx, key) => void (await setDeleted(family, ctx, key, true)),
    uses: async (ctx, key) =>
      rowUses(ctx, options.usedBy ?? [], await find(family, ctx, key, 'write', false, false)),
    restore: async (ctx, key) => showOne(family, ctx, await setDeleted(family, ctx, key, false)),
    purge: (ctx, id, typed, familyOf) => purgeRow(ctx, family, id, typed, familyOf),
    exportList: (ctx, query) => exportList(resource, ctx, query, (asked) => pageRows(family, ctx, asked)),
    isEditable: (ctx, id) => isEditable(options, ctx, id),
    ...tabCounts(resource, options),
    openFields: async (ctx) =>
      Object.keys((await resource.schema()).fields).filter((key) => isOpen(options, ctx, key)),
    ...bulkService(resource, options),
  };
}

/** Without a policy every row is open to everybody whom `allow` admits: at the start, rather than to a vendor. */
function assertPolicy({ resource, options }: Family): void {
  const { create, update, remove } = resource.allow;
  if (options.policy || [create, update, remove].every((allow) => allow === adminOnly)) return;
  throw new Error(`${resource.name}: others than administrators write it, so its service needs a policy`);
}

async function find(
  family: Family,
  ctx: Ctx,
  key: string,
  purpose: 'read' | 'write',
  trashed = false,
  isLocked = purpose === 'write',
): Promise<StoredRow> {
  const { resource, options } = family;
  const keyColumn = resource.identity === 'code' ? 'code' : 'slug';
  const hasKey = resource.identity === 'code' || resource.slugFrom !== undefined;
  const byId = isId(key);
  if (!byId && !hasKey) throw new AppError('NOT_FOUND');
  const query = (ctx.db as AnyDb)
    .selectFrom(options.table)
    .$if(purpose === 'read', (read) => read.modifyFront(prepared))
    .selectAll()
    .where(byId ? 'id' : keyColumn, '=', byId ? Number(key) : key)
    .where((eb) => visible(options, ctx, eb, purpose, trashed));
  const row = await (isLocked ? query.forUpdate() : query).executeTakeFirstOrThrow(
    () => new AppError('NOT_FOUND'),
  );
  return row as StoredRow;
}

async function showOne(family: Family, ctx: Ctx, row: StoredRow): Promise<JsonRecord> {
  const [shown] = await showRows(family, ctx, [row]);
  if (!shown) throw new AppError('NOT_FOUND');
  return { ...shown, ...translationOf(family.resource, ctx, row) };
}

/** The texts of a translation's form; readers get the originals of missing ones (`inLanguage`). */
function translationOf({ translatable, allow }: AnyResource, ctx: Ctx, row: StoredRow) {
  const isForeign = ctx.locale !== defaultLanguage && translatable.length > 0;
  if (!isForeign || !isAllowed(allow.update, ctx.user?.permissions ?? [])) return {};
  return { translation: pick(row.translations?.[ctx.locale] ?? {}, translatable) };
}

/** Converts input to columns: resolves files, checks relations. `row` is the stored row. */
async function toColumns(family: Family, ctx: Ctx, input: JsonRecord, row?: StoredRow): Promise<JsonRecord> {
  const { resource, options } = family;
  const columns: JsonRecord = {};
  const taking = { kept: fileIdsIn(row), as: 'public' } as const;
  for (const [key, value] of Object.entries(input)) {
    if (options.virtualFields?.includes(key) || isBarred(options, ctx, key)) continue;
    const field = resource.fields.find((one) => one.key === key);
    columns[key] = await resolveFiles(ctx, field, key, value, taking);
  }
  await checkRelations(ctx, options.relations ?? {}, columns);
  return columns;
}

async function write({ options }: Family, ctx: Ctx, row: StoredRow, columns: JsonRecord): Promise<StoredRow> {
  const changed = { ...columns, version: row.version + 1, updated_at: ctx.now };
  const written = await (ctx.db as AnyDb)
    .updateTable(options.table)
    .set(writeJson(changed))
    .where('id', '=', row.id)
    .returningAll()
    .returning(returnMayWrite(options.policy, ctx))
    .executeTakeFirstOrThrow();
  return ownRow(written);
}

async function create(family: Family, ctx: Ctx, body: JsonRecord): Promise<JsonRecord> {
  const { resource, options } = family;
  const { table } = options;
  if (ctx.locale !== defaultLanguage && resource.slugFrom && typeof body.slug === 'string') {
    // Clients of this dialect translate by creating a row with the same slug (rules/core: texts are translated, figures
    // are not).
    const slug = body.slug.trim().toLowerCase();
    if (slug !== '' && (await isTaken(ctx, table, slug, 0))) return update(family, ctx, slug, body);
  }
  const input: JsonRecord = await validate(await resource.schema(), body);
  const columns = { ...(await toColumns(family, ctx, input)), ...(await options.onCreate?.(ctx, input)) };
  if (resource.slugFrom) columns.slug = await freeSlug(ctx, resource, table, input);
  if (ctx.locale !== defaultLanguage && resource.translatable.length > 0) {
    columns.translations = { [ctx.locale]: pick(columns, resource.translatable) };
  }
  const made = await (ctx.db as AnyDb)
    .insertInto(table)
    .values(writeJson({ ...columns, created_at: ctx.now, updated_at: ctx.now }))
    .returningAll()
    .returning(returnMayWrite(options.createPolicy ?? options.policy, ctx))
    .executeTakeFirstOrThrow();
  const row = ownRow(made);
  await options.afterSave?.(ctx, row.id, input, Object.keys(input));
  if (!options.createPolicy) await assertOwn(ctx, options, row.id);
  const changes = changesBetween({}, pick({ ...input, ...columns }, Object.keys({ ...input, ...columns })));
  await audit(ctx, { family: resource.name, id: row.id, action: 'create', changes });
  return showOne(family, ctx, row);
}

async function update(family: Family, ctx: Ctx, key: string, body: JsonRecord): Promise<JsonRecord> {
  const { resource, options } = family;
  const row = await find(family, ctx, key, 'write');
  const before = await showOne(family, ctx, row);
  if (isOutdated(body.version, row.version)) {
    const changed = await lastChange(ctx, resource.name, row.id);
    throw new AppError('CONFLICT', { current: before, changed });
  }
  const isTranslation = ctx.locale !== defaultLanguage && resource.translatable.length > 0;
  const schema = await resource.schema();
  const changeable = isTranslation ? resource.translatable : Object.keys(schema.fields);
  const hidden = hiddenColumns(ctx, options);
  const sent = changeable.filter((key) => key in body && isOpen(options, ctx, key) && !hidden.includes(key));
  // Cross-field rules need the whole row, though only what was sent is written.
  const whole = { ...before, ...pick(row as JsonRecord, hidden), ...pick(body, sent) };
  const merged: JsonRecord = await validate(schema, whole);
  const columns = await toColumns(family, ctx, pick(merged, sent), row);
  if ('slug' in columns) columns.slug = await freeSlug(ctx, resource, options.table, merged, row.id);
  const own = row.translations?.[ctx.locale]; // Without the originals that stand in for missing texts.
  const texts = { ...row.translations, [ctx.locale]: { ...own, ...columns } };
  const written = isTranslation ? { translations: texts } : columns;
  const changes = isTranslation
    ? changesBetween({ ...own }, columns)
    : diffChanges(schema, before, pick(merged, sent), columns);
  const decided = await options.onUpdate?.(ctx, before, columns);
  const isSame = Object.keys(changes).length === 0 && (!isTranslation || own !== undefined);
  if (isSame && !options.isSubmittedAgain?.(ctx, before)) return before;
  const after = await write(family, ctx, row, { ...written, ...decided });
  if (!isTranslation) {
    await options.afterSave?.(ctx, row.id, merged, sent);
    await assertOwn(ctx, options, row.id);
  }
  const action = isTranslation ? `translate:${ctx.locale}` : 'update';
  await audit(ctx, { family: resource.name, id: row.id, action, changes });
  return showOne(family, ctx, after);
}

async function setDeleted(family: Family, ctx: Ctx, key: string, isDeleted: boolean): Promise<StoredRow> {
  const { resource, options } = family;
  const row = await find(family, ctx, key, 'write', !isDeleted);
  const { uses, used } = await countUses(ctx, isDeleted ? (options.usedBy ?? []) : [], [row.id]);
  if (used.size > 0) throw new AppError('IN_USE', { uses });
  if (!isDeleted) await assertPresent(ctx, Object.values(options.relations ?? {}), row);
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
    .executeTakeFirstOrThrow(() => new AppError('NOT_FOUND'));
  return row.is_editable === true;
}
