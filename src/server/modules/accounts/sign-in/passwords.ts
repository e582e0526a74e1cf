import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import type { UserCtx } from '@/server/core/context';
import { rejectField } from '@/server/core/errors';
import { clearCounts, consume } from '@/server/core/rate-limits';

/** Argon2id; the string contains parameters and salt. */
export const hashPassword = (password: string): Promise<string> => hash(password);

/** Hash of a random password: the account opens by a code or a mailed link until the user chooses one. */
export const unknownPassword = (): Promise<string> => hashPassword(randomBytes(24).toString('hex'));

// Verified when there is no account, so that the answer takes the same time.
const dummyHash = unknownPassword();

/** False without a stored hash, after the same time. */
export async function verifyPassword(password: string, stored: string | undefined): Promise<boolean> {
  const isHash = stored?.startsWith('$argon2') ?? false;
  return (await verify(isHash && stored ? stored : await dummyHash, password)) && isHash;
}

/**
 * Asks for the password again before a sensitive change. Returns the stored hash, to detect a concurrent change. Throws
 * VALIDATION_FAILED at `field`, TOO_MANY_REQUESTS after ten wrong ones. Never call it within a transaction: it is slow,
 * and a rollback would lose the count.
 */
export async function confirmPassword(ctx: UserCtx, password: string, field = 'password'): Promise<string> {
  const key = `password:user:${ctx.user.id}`;
  await consume(ctx, { key, hits: 10, minutes: 15 });
  const row = await ctx.db
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', ctx.user.id)
    .executeTakeFirst();
  if (!row || !(await verifyPassword(password, row.password_hash))) {
    rejectField(field, 'error-password-wrong');
  }
  await clearCounts(ctx, [key]);
  return row.password_hash;
}
