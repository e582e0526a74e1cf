import { type Expression, type SqlBool, sql } from 'kysely';
import { type BulkAnswer, type BulkUses, bulkFields, bulkLimit } from '@/contract/core/bulk';
import type { AnyResource } from '@/contract/core/define';
import { adminOnly, isAllowed } from '@/contract/core/permissions';
import { auditRows } from '../audit';
import type { UserCtx } from '../context';
import { AppError, rejectValue } from '../errors';
import type { JsonRecord } from '../json-record';
import { buildMeantCondition, visible } from '../resource/conditions';
import { checkList } from '../resource/list-query';
import type { ServiceOptions } from '../resource/options';
import { ownRow, returnMayWrite } from '../resource/own-rows';
import type { AnyDb, Columns } from '../resource/rows';
import { countUses } from '../trash/uses';
import { isBarred } from '../validate';

export interface BulkService {
  bulkRemove: (ctx: UserCtx, body: JsonRecord) => Promise<BulkAnswer>;
  /** Which rows of a target `bulkRemove` would keep. */
  bulkUses: (ctx: UserCtx, body: JsonRecord) => Promise<BulkUses>;
  /** Sets one field of `bulkFields` on the rows of a target. */
  bulkSet: (ctx: UserCtx, body: JsonRecord) => Promise<BulkAnswer>;
  /** How many rows of a target the person may change, and why the others are none of them. */
  bulkTarget: (ctx: UserCtx, body: JsonRecord) => Promise<BulkTargetRows>;
  /** Restores the rows, except those changed since. NOT_FOUND for another person's operation. */
  bulkUndo: (ctx: UserCtx, id: number) => Promise<Pick<BulkAnswer, 'done' | 'refused'>>;
}

type BulkTargetRows = Record<'own' | 'deleted' | 'foreign' | 'missing', number>;

/** Rows of a target that the person may write: `{ids}`, or `{query}` for everything that a list's query matches. */
export function buildTarget(
  resource: AnyResource,
  options: ServiceOptions,
  ctx: UserCtx,
  { ids, query }: JsonRecord,
  eb: Columns,
): Expression<SqlBool> {
  const own = visible(options, ctx, eb, 'write');
  if (Array.isArray(ids)) {
    if (ids.length > bulkLimit || !ids.every((id) => Number.isSafeInteger(id))) rejectValue('ids');
    return eb.and([own, sql<SqlBool>`id = any(${ids}::bigint[])`]);
  }
  if (query === null || typeof query !== 'object') rejectValue('ids');
  return eb.and([own, buildMeantCondition(resource, options, ctx, checkList(resource, { ...query }), eb)]);
}

interface BulkRow {
  id: number;
  version: number;
  before: unknown;
}

/**
 * Changes many rows in one transaction with a fixed number of statements. Stores the previous values for undo. Rows
 * that the person may not write are ignored.
 */
export function bulkService(resource: AnyResource, options: ServiceOptions): BulkService {
  async function run(ctx: UserCtx, body: JsonRecord, column: string, value: unknown): Promise<BulkAnswer> {
    const isRemoval = column === 'deleted_at';
    const found = await lockTarget(resource, options, ctx, body, column);
    const ids = found.map(({ id }) => id);
    const { used, uses } = await countUses(ctx, isRemoval ? (options.usedBy ?? []) : [], ids);
    const rows = found.filter(({ id, before }) => !used.has(id) && (isRemoval || before !== value));
    if (rows.length === 0) return { id: null, done: 0, refused: used.size, uses };
    await setColumn(ctx, options, rows, column, value);
    const entries = rows.map(({ id, before }) =>
      isRemoval
        ? { id, action: 'remove', changes: {} }
        : { id, action: 'update', changes: { [column]: [before, value] } },
    );
    await auditRows(ctx, resource.name, entries);
    const id = await addOperation(ctx, resource.name, column, rows);
    return { id, done: rows.length, refused: used.size, uses };
  }

  return {
    bulkRemove: (ctx, body) => run(ctx, body, 'deleted_at', ctx.now),
    async bulkUses(ctx, body) {
      const rows = await selectTarget(resource, options, ctx, body, ['id']).execute();
      if (rows.length > bulkLimit) rejectValue('query');
      const ids = rows.map(({ id }) => id as number);
      const { used, uses } = await countUses(ctx, options.usedBy ?? [], ids);
      return { refused: used.size, uses };
    },
    bulkSet(ctx, body) {
      const { key, value } = body;
      const field = bulkFields(resource).find((one) => one.key === key);
      if (!field || !(field.values as unknown[]).includes(value)) rejectValue(field ? 'value' : 'key');
      if (isBarred(options, ctx, field.key)) throw new AppError('FORBIDDEN', { needs: adminOnly });
      return run(ctx, body, field.key, value);
    },
    bulkTarget: (ctx, body) => countTarget(resource, options, ctx, body),
    bulkUndo: (ctx, id) => undo(resource, options, ctx, id),
  };
}

/** Locks the rows of a target in id order, so that concurrent changes wait and do not deadlock. */
async function lockTarget(
  resource: AnyResource,
  options: ServiceOptions,
  ctx: UserCtx,
  body: JsonRecord,
  column: string,
): Promise<BulkRow[]> {
  const columns = ['id', 'version', `${column} as before`];
  const rows = await selectTarget(resource, options, ctx, body, columns).forUpdate().execute();
  if (rows.length > bulkLimit) rejectValue('query');
  return rows as unknown as BulkRow[];
}

/** Another shop's row that the person may not even read counts as missing, like one that never existed. */
async function countTarget(
  resource: AnyResource,
  options: ServiceOptions,
  ctx: UserCtx,
  body: JsonRecord,
): Promise<BulkTargetRows> {
  const count = async (condition: (eb: Columns) => Expression<SqlBool>) => {
    const { rows } = await (ctx.db as AnyDb)
      .selectFrom(options.table)
      .select(({ fn }) => fn.countAll<number>().as('rows'))
      .where(condition)
      .executeTakeFirstOrThrow();
    return Number(rows);
  };
  const own = await count((eb) => buildTarget(resource, options, ctx, body, eb));
  const { ids, query } = body;
  if (!Array.isArray(ids)) {
    const asked = checkList(resource, { ...(query as JsonRecord) });
    const read = await count((eb) => buildMeantCondition(resource, options, ctx, asked, eb));
    return { own, deleted: 0, foreign: Math.max(0, read - own), missing: 0 };
  }
  const chosen = sql<SqlBool>`id = any(${ids}::bigint[])`;
  const deleted = await count((eb) => eb.and([visible(options, ctx, eb, 'write', true), chosen]));
  const both = await count((eb) =>
    eb.and([eb.or([visible(options, ctx, eb, 'read'), visible(options, ctx, eb, 'write')]), chosen]),
  );
  const missing = Math.max(0, new Set(ids).size - both - deleted);
  return { own, deleted, foreign: Math.max(0, both - own), missing };
}

/** One row more than may be changed, so that too many are noticed. */
function selectTarget(
  resource: AnyResource,
  options: ServiceOptions,
  ctx: UserCtx,
  body: JsonRecord,
  columns: readonly string[],
) {
  return (ctx.db as AnyDb)
    .selectFrom(options.table)
    .select(columns)
    .where((eb) => buildTarget(resource, options, ctx, body, eb))
    .orderBy('id')
    .limit(bulkLimit + 1);
}

async function setColumn(
  ctx: UserCtx,
  { table, policy }: ServiceOptions,
  rows: BulkRow[],
  column: string,
  value: unknown,
): Promise<void> {
  const written = await (ctx.db as AnyDb)
    .updateTable(table)
    .set({ [column]: value, version: sql`version + 1`, updated_at: ctx.now })
    .where('id', '=', sql`any(${rows.map(({ id }) => id)}::bigint[])`)
    .returning(returnMayWrite(policy, ctx))
    .execute();
  for (const row of written) ownRow(row);
}

/** Keeps what a change of many rows replaced, so that it can be undone. Returns the id of the operation. */
export async function addOperation(
  ctx: UserCtx,
  family: string,
  column: string,
  rows: readonly object[],
): Promise<number> {
  const { id } = await ctx.db
    .insertInto('bulk_operations')
    .values({ family, user_id: ctx.user.id, at: ctx.now, column, rows: JSON.stringify(rows) })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Marks an operation as undone. Throws NOT_FOUND for one that was, or for another person's. */
export async function takeOperation(ctx: UserCtx, family: string, id: number) {
  return ctx.db
    .updateTable('bulk_operations')
    .set({ undone_at: ctx.now })
    .where('id', '=', id)
    .where('family', '=', family)
    .where('user_id', '=', ctx.user.id)
    .where('undone_at', 'is', null)
    .returning(['column', 'rows'])
    .executeTakeFirstOrThrow(() => new AppError('NOT_FOUND'));
}

async function undo(
  resource: AnyResource,
  options: ServiceOptions,
  ctx: UserCtx,
  id: number,
): Promise<Pick<BulkAnswer, 'done' | 'refused'>> {
  const operation = await takeOperation(ctx, resource.name, id);
  const isRemoval = operation.column === 'deleted_at';
  const allow = resource.allow[isRemoval ? 'remove' : 'update'];
  if (!isAllowed(allow, ctx.user.permissions))
    throw new AppError('FORBIDDEN', { needs: allow === 'public' ? [] : allow });
  const kept = operation.rows as unknown as BulkRow[];
  const versions = sql`jsonb_to_recordset(${JSON.stringify(kept)}::jsonb) as kept (id bigint, version integer)`;
  const same = (await (ctx.db as AnyDb)
    .selectFrom(options.table)
    .select(['id', `${operation.column} as value`])
    .where((eb) => visible(options, ctx, eb, 'write', isRemoval))
    .where(sql<SqlBool>`(id, version - 1) in (select kept.id, kept.version from ${versions})`)
    .orderBy('id')
    .forUpdate()
    .execute()) as { id: number; value: unknown }[];
  const now = new Map(same.map((row) => [row.id, row.value]));
  const back = kept.filter((row) => now.has(row.id));
  for (const [before, rows] of Map.groupBy(back, (row) => row.before)) {
    await setColumn(ctx, options, rows, operation.column, before);
  }
  const entries = back.map(({ id, before }) =>
    isRemoval
      ? { id, action: 'restore', changes: {} }
      : { id, action: 'update', changes: { [operation.column]: [now.get(id), before] } },
  );
  await auditRows(ctx, resource.name, entries);
  return { done: back.length, refused: kept.length - back.length };
}
