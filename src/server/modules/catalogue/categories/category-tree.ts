import { type RawBuilder, sql } from 'kysely';
import { deepest } from '@/contract/catalogue/categories/schema';
import type { Ctx } from '@/server/core/context';
import { AppError, rejectField } from '@/server/core/errors';
import { isId } from '@/server/core/numbers';

interface Place {
  id: number;
  version: number;
  parent_id: number | null;
  position: number;
}

export function selectBranch(id: number): RawBuilder<number> {
  return sql<number>`with recursive branch as (
      select b.id from categories b where b.id = ${id}
      union select b.id from branch join categories b on b.parent_id = branch.id where b.deleted_at is null
    ) select branch.id from branch`;
}

/** Serializes moves: two moves that are valid by themselves can form a cycle together. */
export async function lockTree(ctx: Ctx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('categories.tree'))`.execute(ctx.db);
}

/** Locks the tree, then every row that a move may write, in the order of their ids as bulk changes do. */
export async function lockPlaces(ctx: Ctx, key: string, parent: number | null): Promise<void> {
  await lockTree(ctx);
  const place = await findPlace(ctx, key);
  await sql`select id from categories
    where id in (${place?.id ?? 0}, ${parent ?? 0}) or (deleted_at is null and (
      parent_id is not distinct from ${parent}::bigint
      or parent_id is not distinct from ${place?.parent_id ?? null}::bigint))
    order by id for update`.execute(ctx.db);
}

export async function findPlace(ctx: Ctx, key: string): Promise<Place | undefined> {
  return ctx.db
    .selectFrom('categories')
    .select(['id', 'version', 'parent_id', 'position'])
    .where((eb) => (isId(key) ? eb('id', '=', Number(key)) : eb('slug', '=', key)))
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
}

/** Position of a new category: after its siblings. */
export async function nextPlace(ctx: Ctx, parent: number | null) {
  if (parent !== null) await assertParent(ctx, parent, 1);
  const siblings = await siblingsOf(ctx, parent);
  return { parent_id: parent, position: Math.max(0, ...siblings.map(({ position }) => position)) + 1 };
}

/**
 * Moves a row to a parent and position (from 1; last when omitted) and closes the gap it left. Returns the
 * new place. The tree must be locked. Throws VALIDATION_FAILED at `parent`.
 */
export async function movePlace(
  ctx: Ctx,
  id: number,
  { parent, position }: { parent: number | null; position?: number | undefined },
): Promise<{ parent: number | null; position: number }> {
  const before = await findPlace(ctx, String(id));
  if (!before) throw new AppError('NOT_FOUND');
  const isSame = before.parent_id === parent;
  if (!isSame && parent !== null) {
    const branch = await branchWithLevels(ctx, id);
    if (branch.some((row) => row.id === parent)) rejectParent('error-own-branch');
    await assertParent(ctx, parent, Math.max(...branch.map(({ level }) => level)));
  }
  const siblings = (await siblingsOf(ctx, parent)).filter((row) => row.id !== id);
  const index = Math.min(position ?? siblings.length + 1, siblings.length + 1) - 1;
  await renumber(ctx, parent, [
    ...siblings.slice(0, index),
    { id, position: isSame ? before.position : 0 },
    ...siblings.slice(index),
  ]);
  if (!isSame) await renumber(ctx, before.parent_id, await siblingsOf(ctx, before.parent_id));
  return { parent, position: index + 1 };
}

/** Puts restored rows last among their siblings; a row whose parent is still deleted becomes a root. */
export async function placeRestored(ctx: Ctx): Promise<void> {
  // Locked so that no parent is removed meanwhile.
  await sql`select p.id from categories p where p.id in (
      select c.parent_id from categories c where c.deleted_at is null and c.updated_at = ${ctx.now})
    order by p.id for update`.execute(ctx.db);
  const { rows } = await sql<{ id: number; parent: number | null }>`
    select c.id, case when p.deleted_at is null then c.parent_id end as parent
    from categories c left join categories p on p.id = c.parent_id
    where c.deleted_at is null and c.updated_at = ${ctx.now} order by c.position, c.id`.execute(ctx.db);
  for (const { id, parent } of rows) {
    const depth = parent === null ? 0 : await levelOf(ctx, parent);
    await movePlace(ctx, id, { parent: depth < deepest ? parent : null });
  }
}

async function siblingsOf(ctx: Ctx, parent: number | null): Promise<{ id: number; position: number }[]> {
  return ctx.db
    .selectFrom('categories')
    .select(['id', 'position'])
    .where('parent_id', parent === null ? 'is' : '=', parent)
    .where('deleted_at', 'is', null)
    .orderBy('position')
    .orderBy('id')
    .execute();
}

/** Renumbers siblings from 1, writing only the rows that change. */
async function renumber(ctx: Ctx, parent: number | null, rows: { id: number; position: number }[]) {
  const moved = rows
    .map((row, index) => ({ ...row, next: index + 1 }))
    .filter((row) => row.position !== row.next);
  if (moved.length === 0) return;
  await sql`update categories c set parent_id = ${parent}::bigint, position = places.next
    from jsonb_to_recordset(${JSON.stringify(moved)}::jsonb) as places (id bigint, next integer)
    where c.id = places.id`.execute(ctx.db);
}

/** Throws VALIDATION_FAILED for a missing parent, or one with no room for `height` more levels. */
async function assertParent(ctx: Ctx, parent: number, height: number): Promise<void> {
  const found = await ctx.db
    .selectFrom('categories')
    .select('id')
    .where('id', '=', parent)
    .where('deleted_at', 'is', null)
    // Locked so that it is not removed meanwhile.
    .forUpdate()
    .executeTakeFirst();
  if (!found) rejectParent('error-wrong-value');
  if ((await levelOf(ctx, parent)) + height > deepest) rejectParent('error-too-deep');
}

async function levelOf(ctx: Ctx, id: number): Promise<number> {
  const { rows } = await sql<{ level: number }>`with recursive up as (
      select parent_id from categories where id = ${id}
      union all select c.parent_id from up join categories c on c.id = up.parent_id
    ) select count(*)::int as level from up`.execute(ctx.db);
  return rows[0]?.level ?? 0;
}

async function branchWithLevels(ctx: Ctx, id: number): Promise<{ id: number; level: number }[]> {
  const { rows } = await sql<{ id: number; level: number }>`with recursive branch as (
      select id, 1 as level from categories where id = ${id}
      union all select c.id, branch.level + 1 from branch join categories c on c.parent_id = branch.id
      where c.deleted_at is null
    ) select id, level from branch`.execute(ctx.db);
  return rows;
}

function rejectParent(message: string): never {
  rejectField('parent', message);
}
