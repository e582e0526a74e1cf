import { sql } from 'kysely';
import type { Permission } from '@/contract/core/permissions';
import type { Ctx } from '@/server/core/context';
import { updateRow } from '@/server/core/db/rows';
import { AppError } from '@/server/core/errors';
import { wholeNumber } from '@/server/core/numbers';
import { isAccount } from './policy';

/** Locks the row of a user, or with `isRemoved` of one in the trash. Throws NOT_FOUND. */
export async function lockUserRow(ctx: Ctx, key: string | number, isRemoved = false) {
  if (wholeNumber(key) === undefined) throw new AppError('NOT_FOUND');
  const user = await ctx.db
    .selectFrom('users')
    .selectAll()
    .where('id', '=', Number(key))
    .where('deleted_at', isRemoved ? 'is not' : 'is', null)
    .where(isAccount)
    .forUpdate()
    .executeTakeFirstOrThrow(() => new AppError('NOT_FOUND'));
  return user;
}

/** Throws FORBIDDEN. */
export function assertNotSelf(ctx: Ctx, key: string | number): void {
  if (Number(key) === ctx.user?.id) throw new AppError('FORBIDDEN');
}

/** Locks another user's row before a ban or removal. Throws FORBIDDEN for oneself, LAST_ADMIN for the last administrator. */
export async function lockOtherUser(ctx: Ctx, key: string | number) {
  assertNotSelf(ctx, key);
  const { user, isLastAdmin } = await lockWithAdmins(ctx, key);
  if (isLastAdmin) throw new AppError('LAST_ADMIN');
  return user;
}

/**
 * Locks all administrators, ordered by id, then the user. Of two administrators who revoke each other concurrently the
 * second waits and then sees that it is the last. Throws FORBIDDEN when the caller lost the role meanwhile.
 */
export async function lockWithAdmins(ctx: Ctx, key: string | number) {
  const admins = await ctx.db
    .selectFrom('users')
    .select('id')
    .where(sql<boolean>`permissions @> array['super_admin']::text[]`)
    .where('is_active', '=', true)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute();
  const user = await lockUserRow(ctx, key);
  if (!admins.some(({ id }) => id === ctx.user?.id)) throw new AppError('FORBIDDEN');
  return { user, isLastAdmin: admins.every(({ id }) => id === user.id) };
}

/** Writes columns and increments the version. */
export async function updateUserRow(
  ctx: Ctx,
  id: number,
  columns: {
    is_active?: boolean;
    ban_reason?: string | null;
    permissions?: Permission[];
    deleted_at?: Date | null;
    email?: string;
    removed_email?: string | null;
  },
): Promise<void> {
  await updateRow(ctx, 'users', id, { ...columns });
}
