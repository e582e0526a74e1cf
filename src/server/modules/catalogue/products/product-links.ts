import { sql } from 'kysely';
import type { Ctx } from '@/server/core/context';
import type { DB } from '@/server/core/db/types';
import { rejectField } from '@/server/core/errors';
import type { JsonRecord } from '@/server/core/json-record';
import { checkRelations, type Relations } from '@/server/core/resource/relations';

const relations: Relations = {
  type: { column: 'type_id', table: 'groups' },
  delivery_class: { column: 'delivery_class_id', table: 'delivery_classes' },
  box: { column: 'box_id', table: 'boxes' },
  author: { column: 'author_id', table: 'authors' },
  manufacturer: { column: 'manufacturer_id', table: 'manufacturers' },
};

const approvedOnly = [
  ['author_id', 'authors'],
  ['manufacturer_id', 'manufacturers'],
] as const;

const linkTables = [
  ['categories', 'category_product', 'category_id'],
  ['tags', 'product_tag', 'tag_id'],
] as const;

/**
 * Rejects references to missing records and to unapproved authors or manufacturers; references that are
 * stored already stay. Throws VALIDATION_FAILED at the key.
 */
export async function assertLinks(ctx: Ctx, values: JsonRecord, stored: JsonRecord): Promise<void> {
  const isNew = ([key, value]: [string, unknown]) => value !== null && value !== stored[key];
  const added = Object.fromEntries(Object.entries(values).filter(isNew));
  await checkRelations(ctx, relations, added);
  for (const [column, table] of approvedOnly) {
    const id = added[column];
    if (typeof id === 'number' && !(await isApproved(ctx, table, id)))
      rejectField(column, 'error-wrong-value');
  }
  for (const [key] of linkTables) {
    const had = toNumbers(stored[key]);
    const ids = toNumbers(values[key]).filter((id) => !had.includes(id));
    if (ids.length > 0 && (await countExisting(ctx, key, ids)) !== ids.length)
      rejectField(key, 'error-wrong-value');
  }
}

const toNumbers = (value: unknown): number[] => (Array.isArray(value) ? value.map(Number) : []);

async function isApproved(ctx: Ctx, table: 'authors' | 'manufacturers', id: number): Promise<boolean> {
  const query = ctx.db.selectFrom(table).select('id').where('id', '=', id).where('is_approved', '=', true);
  return (await query.executeTakeFirst()) !== undefined;
}

/** Number of existing rows, share-locked so that they are not removed meanwhile. */
async function countExisting(ctx: Ctx, table: keyof DB, ids: readonly number[]): Promise<number> {
  const { rows } = await sql`select id from ${sql.table(table)}
    where id = any(${[...ids]}::bigint[]) and deleted_at is null for share`.execute(ctx.db);
  return rows.length;
}

/** Replaces the categories and tags that were sent. */
export async function saveLinks(ctx: Ctx, id: number, values: JsonRecord): Promise<void> {
  for (const [key, link, column] of linkTables) {
    if (!(key in values)) continue;
    const ids = toNumbers(values[key]);
    await sql`delete from ${sql.table(link)}
      where product_id = ${id} and ${sql.ref(column)} <> all(${ids}::bigint[])`.execute(ctx.db);
    await sql`insert into ${sql.table(link)} (product_id, ${sql.ref(column)})
      select ${id}, one from unnest(${ids}::bigint[]) as one on conflict do nothing`.execute(ctx.db);
  }
}
