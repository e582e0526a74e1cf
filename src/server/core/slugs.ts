import { sql } from 'kysely';
import type { AnyResource } from '@/contract/core/define';
import { slugLength, toSlug } from '@/contract/core/slug';
import type { Ctx } from './context';
import type { DB } from './db/types';
import { rejectField } from './errors';
import type { JsonRecord } from './json-record';
import type { AnyDb } from './resource/rows';

/** Words with a meaning of their own where an address may have a slug: `tags/create`, `tags/export`. */
const reserved: readonly string[] = ['create', 'export', 'bulk', 'verify'];

/** True for a slug that would be read as an id or as one of the reserved words. */
export const isReservedSlug = (slug: string) => /^\d+$/.test(slug) || reserved.includes(slug);

/** Whether another row, in the trash or not, has the slug. */
export async function isTaken(ctx: Ctx, table: keyof DB, slug: string, ownId: number): Promise<boolean> {
  const query = (ctx.db as AnyDb)
    .selectFrom(table)
    .select('id')
    .where('slug', '=', slug)
    .where('id', '!=', ownId);
  return (await query.executeTakeFirst()) !== undefined;
}

/** Whether the row with the slug was removed: it gives the slug back when it is restored or deleted for good. */
async function isInTrash(ctx: Ctx, table: keyof DB, slug: string): Promise<boolean> {
  const { rows } = await sql`select 1 from ${sql.table(table)} t
    where slug = ${slug} and to_jsonb(t) ->> 'deleted_at' is not null`.execute(ctx.db);
  return rows.length > 0;
}

/**
 * The requested slug, or a free one derived from the name. Digits alone would read as an id. Throws VALIDATION_FAILED
 * when the requested one is taken.
 */
export async function freeSlug(
  ctx: Ctx,
  resource: AnyResource,
  table: keyof DB,
  input: JsonRecord,
  ownId = 0,
): Promise<string> {
  const asked = typeof input.slug === 'string' && input.slug !== '' ? input.slug : undefined;
  // Another transaction may be about to take the same slug: one at a time generates one.
  if (!asked) await sql`select pg_advisory_xact_lock(hashtext(${`${table}.slug`}))`.execute(ctx.db);
  const base = asked ?? (toSlug(String(input[resource.slugFrom ?? ''] ?? '')) || resource.name);
  if (!isReservedSlug(base) && !(await isTaken(ctx, table, base, ownId))) return base;
  if (asked) rejectField('slug', (await isInTrash(ctx, table, base)) ? 'error-in-trash' : 'error-taken');
  for (let number = 2; ; number += 1) {
    const next = `${base.slice(0, slugLength - 6)}-${number}`;
    if (!(await isTaken(ctx, table, next, ownId))) return next;
  }
}

/** Free, distinct slugs for many new names, in one query. */
export async function freeSlugs(
  ctx: Ctx,
  resource: AnyResource,
  table: keyof DB,
  names: readonly string[],
): Promise<string[]> {
  await sql`select pg_advisory_xact_lock(hashtext(${`${table}.slug`}))`.execute(ctx.db);
  const bases = names.map((name) => toSlug(name) || resource.name);
  const stems = [...new Set(bases.flatMap((base) => [base, base.slice(0, slugLength - 6)]))];
  const rows = await (ctx.db as AnyDb)
    .selectFrom(table)
    .select('slug')
    .where(
      sql<boolean>`slug = any(${stems}::text[]) or regexp_replace(slug, '-[0-9]+$', '') = any(${stems}::text[])`,
    )
    .execute();
  const taken = new Set((rows as { slug: string }[]).map(({ slug }) => slug));
  const last = new Map<string, number>();
  return bases.map((base) => {
    let slug = base;
    let number = last.get(base) ?? 1;
    while (taken.has(slug) || isReservedSlug(slug)) {
      number += 1;
      slug = `${base.slice(0, slugLength - 6)}-${number}`;
    }
    last.set(base, number);
    taken.add(slug);
    return slug;
  });
}
