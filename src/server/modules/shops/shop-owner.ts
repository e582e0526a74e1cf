import type { Ctx } from '@/server/core/context';
import { AppError } from '@/server/core/errors';

/** The recipient of emails about a shop. Throws NOT_FOUND. */
export function ownerOfShop(ctx: Ctx, shopId: number): Promise<{ id: number; name: string; email: string }> {
  return ctx.db
    .selectFrom('shops')
    .innerJoin('users', 'users.id', 'shops.owner_id')
    .select(['users.id', 'users.name', 'users.email'])
    .where('shops.id', '=', shopId)
    .executeTakeFirstOrThrow(() => new AppError('NOT_FOUND'));
}
