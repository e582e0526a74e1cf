import type { Ctx } from '@/server/core/context';
import { AppError } from '@/server/core/errors';
import { wholeNumber } from '@/server/core/numbers';
import { isAccount } from './policy';
import { assertReach, lockTeam } from './roles/lock-team';

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
 * Locks the team, then the user. Of two administrators who revoke each other concurrently the second waits and then sees
 * that it is the last. Only those count whom no role limits. Throws FORBIDDEN when the caller lost the role meanwhile, and
 * for a person of the team who holds more than the caller.
 */
export async function lockWithAdmins(ctx: Ctx, key: string | number) {
  const { held, isLastFull } = await lockTeam(ctx);
  const user = await lockUserRow(ctx, key);
  await assertReach(ctx, held, user);
  return { user, held, isLastAdmin: isLastFull(user.id) };
}

/** Throws NOT_FOUND for nobody, and for a person in the trash. */
export async function assertUser({ db }: Ctx, id: number): Promise<void> {
  await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow(() => new AppError('NOT_FOUND'));
}

/** A person as the facts of a request for a second person name them. */
export async function describePerson({ db }: Ctx, id: number) {
  const { name, email } = await db
    .selectFrom('users')
    .select(['name', 'email'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return { name, person: { key: 'person', kind: 'text' as const, after: `${name}, ${email}` } };
}
