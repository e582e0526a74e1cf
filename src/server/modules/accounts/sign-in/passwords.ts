import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import type { UserCtx } from '@/server/core/context';
import { AppError } from '@/server/core/errors';
import { clearCounts, consume } from '@/server/core/rate-limits';

/** Argon2id with its parameters and salt in the text. */
export const hashPassword = (password: string): Promise<string> => hash(password);

/** Of a password that nobody knows: the account opens by a code or a mailed link until its person chooses one. */
export const unknownPassword = (): Promise<string> => hashPassword(randomBytes(24).toString('hex'));

// Verified against when there is no account, so that the answer takes the same time.
const nobodysHash = unknownPassword();

/** Whether a password fits a stored hash; without one it does not, after the same time. */
export async function verifyPassword(password: string, stored: string | undefined): Promise<boolean> {
  const isHash = stored?.startsWith('$argon2') ?? false;
  return (await verify(isHash && stored ? stored : await nobodysHash, password)) && isHash;
}

/**
 * Proves by the password that it is really the person who asks, and not somebody at an open screen. Returns the stored
 * hash, for who must know that it has not changed meanwhile. Throws VALIDATION_FAILED at `field`, and TOO_MANY_REQUESTS
 * after ten wrong ones. Never within a transaction: it is slow, and the count would be lost.
 */
export async function provePassword(ctx: UserCtx, password: string, field = 'password'): Promise<string> {
  const key = `password:user:${ctx.user.id}`;
  await consume(ctx, { key, hits: 10, minutes: 15 });
  const row = await ctx.db
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', ctx.user.id)
    .executeTakeFirst();
  if (!row || !(await verifyPassword(password, row.password_hash))) {
    throw new AppError('VALIDATION_FAILED', { fields: { [field]: ['error-password-wrong'] } });
  }
  await clearCounts(ctx, [key]);
  return row.password_hash;
}
