import { sql } from 'kysely';
import type { ImportTarget, RememberedColumns } from '@/contract/catalogue/products/imports';
import type { Ctx, UserCtx } from '@/server/core/context';
import { AppError } from '@/server/core/errors';
import { assertOwnShop } from '../products/policy';

/** Shapes of files that a shop has; beyond them the oldest are forgotten. */
const maxShapes = 200;

const shapeOf = (headings: readonly string[]) => sql<string>`md5(${JSON.stringify(headings)}::jsonb::text)`;

/** Keeps what a person chose for the columns of a file, for files of the same headings (rules/catalogue: a heading is recognised whole). */
export async function rememberColumns(
  ctx: UserCtx,
  file: { shop_id: number; file_name: string; headings: readonly string[] },
  mapping: Record<string, ImportTarget>,
): Promise<void> {
  const { shop_id, file_name, headings } = file;
  await ctx.db
    .insertInto('import_columns')
    .values({
      shop_id,
      shape: shapeOf(headings),
      headings: JSON.stringify(headings),
      mapping: JSON.stringify(mapping),
      file_name,
      user_id: ctx.user.id,
      created_at: ctx.now,
      updated_at: ctx.now,
    })
    .onConflict((conflict) =>
      conflict.columns(['shop_id', 'shape']).doUpdateSet((eb) => ({
        mapping: eb.ref('excluded.mapping'),
        file_name: eb.ref('excluded.file_name'),
        user_id: eb.ref('excluded.user_id'),
        updated_at: ctx.now,
      })),
    )
    .execute();
  await sql`delete from import_columns where shop_id = ${shop_id} and id not in (
    select id from import_columns where shop_id = ${shop_id} order by updated_at desc, id desc limit ${maxShapes})`.execute(
    ctx.db,
  );
}

/** What a person chose for files of these headings. */
export async function recallColumns(
  ctx: Ctx,
  shopId: number,
  headings: readonly string[],
): Promise<Record<string, ImportTarget> | undefined> {
  const found = await ctx.db
    .selectFrom('import_columns')
    .select('mapping')
    .where('shop_id', '=', shopId)
    .where('shape', '=', shapeOf(headings))
    .executeTakeFirst();
  return found?.mapping as Record<string, ImportTarget> | undefined;
}

/** `GET product-imports/columns?shop_id=`: what is remembered, the last first. Throws NOT_FOUND for another shop. */
export async function listColumns(ctx: UserCtx, shopId: number): Promise<{ data: RememberedColumns[] }> {
  await assertOwnShop(ctx, shopId);
  const rows = await ctx.db
    .selectFrom('import_columns')
    .select(['id', 'file_name', 'headings', 'mapping', 'updated_at'])
    .where('shop_id', '=', shopId)
    .orderBy('updated_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  const data = rows.map(({ headings, mapping, updated_at, ...row }) => ({
    ...row,
    headings: headings as string[],
    mapping: mapping as Record<string, ImportTarget>,
    updated_at: updated_at.toISOString(),
  }));
  return { data };
}

/** `DELETE product-imports/columns/{id}`. Throws NOT_FOUND, also for another shop's. */
export async function forgetColumns(ctx: UserCtx, id: number): Promise<void> {
  const row = await ctx.db
    .selectFrom('import_columns')
    .select('shop_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow(() => new AppError('NOT_FOUND'));
  await assertOwnShop(ctx, row.shop_id);
  await ctx.db.deleteFrom('import_columns').where('id', '=', id).execute();
}
