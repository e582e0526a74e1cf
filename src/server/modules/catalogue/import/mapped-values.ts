import { sql } from 'kysely';
import {
  type MappedField,
  type MappedValue,
  mappedFields,
  maxMapped,
  maxMappedOfShop,
  type ProductImport,
} from '@/contract/catalogue/products/imports';
import { productStatuses } from '@/contract/catalogue/products/moderation';
import type { Ctx, UserCtx } from '@/server/core/context';
import { inWords } from '@/server/core/db/search';
import { AppError, rejectValue } from '@/server/core/errors';
import type { JsonRecord } from '@/server/core/json-record';
import { isId } from '@/server/core/numbers';
import { assertOwnShop } from '../products/policy';
import { loadCellWords } from './cells';
import { isOpenTo, keyOfName, tables } from './find-names';
import { findImport, startImport } from './imports';
import { type Candidate, similarTo } from './similar-names';

/** A larger dictionary is searched for similar names only in part. */
const maxCandidates = 20_000;
const longestName = 600;

/** Records that a name in the files of a shop may stand for, oldest first; `ids` limits them to these. */
async function candidatesFor(
  ctx: Ctx,
  shopId: number,
  field: MappedField,
  ids?: readonly number[],
): Promise<Candidate[]> {
  if (field === 'quantity') return [];
  if (field === 'status') return productStatuses.map((one) => ({ target: one, name: one, label: one }));
  const isAsked = ids ? sql`id = any(${ids}::bigint[])` : sql`true`;
  if (field === 'categories') {
    const { rows } = await sql<Row & { path: string }>`with recursive tree as (
        select id, name, name as path from categories where parent_id is null and deleted_at is null
        union all select c.id, c.name, tree.path || ' > ' || c.name
          from categories c join tree on tree.id = c.parent_id where c.deleted_at is null)
      select id, name, path from tree where ${isAsked} order by id limit ${maxCandidates}`.execute(ctx.db);
    return rows.map(({ id, name, path }) => ({ target: String(id), name, label: path }));
  }
  const table = field === 'type' ? 'groups' : tables[field];
  const isOpen = field === 'type' ? sql`true` : isOpenTo(shopId, field);
  const { rows } = await sql<Row>`select id, name from ${sql.table(table)}
    where deleted_at is null and ${isOpen} and ${isAsked} order by id limit ${maxCandidates}`.execute(ctx.db);
  return rows.map(({ id, name }) => ({ target: String(id), name, label: name }));
}

interface Row {
  id: number;
  name: string;
}

/** The most similar record of each name. */
export async function guessMeanings(ctx: Ctx, shopId: number, field: MappedField, names: readonly string[]) {
  const candidates = field === 'status' ? await statusCandidates() : await candidatesFor(ctx, shopId, field);
  const find = similarTo(candidates);
  return new Map(names.flatMap((name) => [[name, find(name.split('>').at(-1) ?? name)] as const]));
}

/** The words of files for each status. */
async function statusCandidates(): Promise<Candidate[]> {
  const { statuses } = await loadCellWords();
  return [...statuses].map(([word, status]) => ({ target: status, name: word, label: status }));
}

/**
 * `POST product-imports/{id}/values`: stores what names of the file mean for its shop, and checks the rows again
 * (rules/catalogue: a name is explained once). Throws NOT_FOUND, VALIDATION_FAILED for a record that is gone or not open
 * to the shop, and what `startImport` throws.
 */
export async function mapValues(ctx: UserCtx, id: number, body: JsonRecord): Promise<ProductImport> {
  const { shop_id } = await findImport(ctx, id, true);
  const field = mappedFields.find((one) => one === body.field);
  if (!field) rejectValue('field');
  const values = parseValues(body.values);
  if (!(await areOpen(ctx, shop_id, field, [...new Set(values.map(({ target }) => target))])))
    rejectValue('values');
  const rows = new Map(
    values.map(({ name, target }) => {
      const key = keyOfName(field, name);
      return [key, { shop_id, field, name: key, label: name, target, user_id: ctx.user.id }] as const;
    }),
  );
  await ctx.db
    .insertInto('import_values')
    .values([...rows.values()].map((row) => ({ ...row, created_at: ctx.now, updated_at: ctx.now })))
    .onConflict((conflict) =>
      conflict.columns(['shop_id', 'field', 'name']).doUpdateSet((eb) => ({
        target: eb.ref('excluded.target'),
        label: eb.ref('excluded.label'),
        user_id: eb.ref('excluded.user_id'),
        updated_at: ctx.now,
      })),
    )
    .execute();
  const { count } = await ctx.db
    .selectFrom('import_values')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('shop_id', '=', shop_id)
    .executeTakeFirstOrThrow();
  if (count > maxMappedOfShop) rejectValue('values');
  return startImport(ctx, id, 'check');
}

/** Whether all are pieces, statuses, or records that exist and are open to the shop. */
async function areOpen(
  ctx: Ctx,
  shopId: number,
  field: MappedField,
  targets: readonly string[],
): Promise<boolean> {
  if (field === 'quantity') return targets.every((one) => /^\d{1,9}$/.test(one));
  const ids = targets.filter((one) => isId(one)).map(Number);
  const known = new Set((await candidatesFor(ctx, shopId, field, ids)).map(({ target }) => target));
  return targets.every((target) => known.has(target));
}

function parseValues(given: unknown): { name: string; target: string }[] {
  if (!Array.isArray(given) || given.length === 0 || given.length > maxMapped) rejectValue('values');
  return given.map((one: unknown) => {
    const { name, target } = (one ?? {}) as JsonRecord;
    if (typeof name !== 'string' || typeof target !== 'string') rejectValue('values');
    const clean = name.replaceAll('\u0000', '').trim();
    if (clean === '' || clean.length > longestName || target.length > 20) rejectValue('values');
    return { name: clean, target };
  });
}

/** `GET product-imports/values?shop_id=`: what the shop has explained, with the records' names. Throws NOT_FOUND. */
export async function listMapped(ctx: UserCtx, shopId: number): Promise<{ data: MappedValue[] }> {
  await assertOwnShop(ctx, shopId);
  const rows = await ctx.db
    .selectFrom('import_values')
    .select(['id', 'field', 'label', 'target'])
    .where('shop_id', '=', shopId)
    .orderBy('field')
    .orderBy(inWords(sql.ref('name')))
    .limit(maxMappedOfShop)
    .execute();
  const labels = new Map<string, string>();
  for (const field of mappedFields) {
    const own = rows.filter((row) => row.field === field && field !== 'status' && field !== 'quantity');
    if (own.length === 0) continue;
    const ids = own.map(({ target }) => Number(target));
    for (const { target, label } of await candidatesFor(ctx, shopId, field, ids))
      labels.set(`${field} ${target}`, label);
  }
  const data = rows.map(({ id, field, label, target }) => ({
    id,
    field: field as MappedField,
    name: label,
    target,
    label: labels.get(`${field} ${target}`) ?? null,
  }));
  return { data };
}

/** `PATCH product-imports/values/{id}`: another meaning, from the next check on. Throws NOT_FOUND, VALIDATION_FAILED. */
export async function changeMapped(ctx: UserCtx, id: number, { target }: JsonRecord): Promise<void> {
  const { shop_id, field } = await lockMapped(ctx, id);
  const known = mappedFields.find((one) => one === field);
  if (!known || typeof target !== 'string' || !(await areOpen(ctx, shop_id, known, [target])))
    rejectValue('target');
  await ctx.db
    .updateTable('import_values')
    .set({ target, user_id: ctx.user.id, updated_at: ctx.now })
    .where('id', '=', id)
    .execute();
}

/** `DELETE product-imports/values/{id}`: the next check asks again. Throws NOT_FOUND. */
export async function forgetMapped(ctx: UserCtx, id: number): Promise<void> {
  await lockMapped(ctx, id);
  await ctx.db.deleteFrom('import_values').where('id', '=', id).execute();
}

async function lockMapped(ctx: UserCtx, id: number) {
  const row = await ctx.db
    .selectFrom('import_values')
    .select(['shop_id', 'field'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow(() => new AppError('NOT_FOUND'));
  await assertOwnShop(ctx, row.shop_id);
  return row;
}

/** What the shop has explained as a status or as stock: the meaning by its name. */
export async function explainedWords(
  ctx: Ctx,
  shopId: number,
  field: 'status' | 'quantity',
): Promise<[string, string][]> {
  const rows = await ctx.db
    .selectFrom('import_values')
    .select(['name', 'target'])
    .where('shop_id', '=', shopId)
    .where('field', '=', field)
    .execute();
  return rows.map(({ name, target }) => [name, target]);
}
