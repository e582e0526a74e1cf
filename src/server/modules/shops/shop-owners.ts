import { type SqlBool, sql } from 'kysely';
import type { Ctx } from '@/server/core/context';
import { AppError } from '@/server/core/errors';

/** Whom letters about a shop go to. Throws NOT_FOUND. */
export async function ownerOfShop(
  ctx: Ctx,
  shopId: number,
): Promise<{ id: number; name: string; email: string }> {
  const owner = await ctx.db
    .selectFrom('shops')
    .innerJoin('users', 'users.id', 'shops.owner_id')
    .select(['users.id', 'users.name', 'users.email'])
    .where('shops.id', '=', shopId)
    .executeTakeFirst();
  if (!owner) throw new AppError('NOT_FOUND');
  return owner;
}

/** A person who may own a shop: an active vendor. Held until the transaction ends, so that a ban waits for it. */
export async function findVendor(ctx: Ctx, id: number) {
  return ctx.db
    .selectFrom('users')
    .select(['id', 'name', 'email'])
    .where('id', '=', id)
    .where('is_active', '=', true)
    .where('deleted_at', 'is', null)
    .where(sql<SqlBool>`permissions @> array['store_owner']`)
    .forShare()
    .executeTakeFirst();
}
