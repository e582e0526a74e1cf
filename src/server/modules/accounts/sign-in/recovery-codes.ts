import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Ctx, UserCtx } from '@/server/core/context';
import { randomText } from './one-time-codes';

const recoveryCodeCount = 10;
const recoveryCodeLength = 10;

/** Whether the person has an authenticator app or a passkey. */
export async function hasSecondFactor(ctx: Ctx, userId: number): Promise<boolean> {
  const found = await ctx.db
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where(
      sql<boolean>`(totp_enabled_at is not null or exists (select from passkeys where passkeys.user_id = users.id))`,
    )
    .executeTakeFirst();
  return found !== undefined;
}

/** Redeems a code for a lost phone or key; each works once. */
export async function redeemRecoveryCode(ctx: Ctx, userId: number, code: string): Promise<boolean> {
  const redeemed = await ctx.db
    .updateTable('recovery_codes')
    .set({ used_at: ctx.now })
    .where('user_id', '=', userId)
    .where('code_hash', '=', hashRecoveryCode(userId, code))
    .where('used_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return redeemed !== undefined;
}

/** Replaces the ten codes of the person. */
export async function storeRecoveryCodes(ctx: UserCtx): Promise<string[]> {
  const userId = ctx.user.id;
  const codes = Array.from({ length: recoveryCodeCount }, () => randomText(recoveryCodeLength));
  await ctx.db.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
  await ctx.db
    .insertInto('recovery_codes')
    .values(codes.map((code) => ({ user_id: userId, code_hash: hashRecoveryCode(userId, code) })))
    .execute();
  return codes;
}

function hashRecoveryCode(userId: number, code: string): string {
  return createHash('sha256').update(`recovery\n${userId}\n${code}`).digest('hex');
}
