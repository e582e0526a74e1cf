import { sql } from 'kysely';
import { adminOnly } from '@/contract/core/permissions';
import { audit } from '@/server/core/audit';
import { type Ctx, isAdmin } from '../context';
import type { DB } from '../db/types';
import { AppError, rejectValue } from '../errors';
import { visible } from '../resource/conditions';
import type { Family } from '../resource/options';
import type { AnyDb, StoredRow } from '../resource/rows';
import { countUses } from './uses';

/** Name of the family that a table's rows belong to, as in `common:uses`. */
export type FamilyOf = (table: string) => string;

/**
 * Permanently deletes a row from the trash. Throws NOT_FOUND for a missing one, VALIDATION_FAILED when `typed` is not
 * its number, and IN_USE while anything refers to it, removed rows included.
 */
export async function purgeRow(
  ctx: Ctx,
  { resource, options }: Family,
  id: number,
  typed: unknown,
  familyOf: FamilyOf,
): Promise<void> {
  if (!isAdmin(ctx)) throw new AppError('FORBIDDEN', { needs: adminOnly });
  const row = (await (ctx.db as AnyDb)
    .selectFrom(options.table)
    .selectAll()
    .where('id', '=', id)
    .where((eb) => visible(options, ctx, eb, 'write', true))
    .forUpdate()
    .executeTakeFirst()) as StoredRow | undefined;
  if (!row) throw new AppError('NOT_FOUND');
  if (String(typed ?? '').trim() !== String(id)) rejectValue('confirmation');
  const { uses } = await countUses(ctx, options.usedBy ?? [], [id]);
  const held = { ...(await holdersOf(ctx, options.table, id, familyOf)), ...uses };
  if (Object.keys(held).length > 0) throw new AppError('IN_USE', { uses: held });
  await (ctx.db as AnyDb).deleteFrom(options.table).where('id', '=', id).execute();
  const title = row[resource.columns.find(({ kind }) => kind === 'title')?.key ?? 'id'] ?? null;
  await audit(ctx, { family: resource.name, id, action: 'purge', changes: { title: [title, null] } });
}

/** Counting stops here: it only matters that there are some. */
const maxCounted = 1000;

/** How many rows of which family refer to a row and would not be deleted with it, by the database's foreign keys. */
async function holdersOf(
  ctx: Ctx,
  table: keyof DB,
  id: number,
  familyOf: FamilyOf,
): Promise<Record<string, number>> {
  const { rows: links } = await sql<{ table: string; column: string }>`
    select c.conrelid::regclass::text as table, a.attname as column from pg_constraint c
      join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'f' and c.conparentid = 0 and c.confdeltype in ('a', 'r') and c.confrelid = ${table}::regclass`.execute(
    ctx.db,
  );
  const uses: Record<string, number> = {};
  for (const link of links) {
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from (select 1
      from ${sql.table(link.table)} where ${sql.ref(link.column)} = ${id} limit ${sql.lit(maxCounted)}) found`.execute(
      ctx.db,
    );
    const count = rows[0]?.count ?? 0;
    if (count > 0) uses[familyOf(link.table)] = (uses[familyOf(link.table)] ?? 0) + count;
  }
  return uses;
}
