import { createHash, randomInt, timingSafeEqual } from 'node:crypto';
import { sql } from 'kysely';
import type { Ctx } from '@/server/core/context';
import { lockUser } from '@/server/core/lock-user';

/**
 * Purposes of single-use codes (rules/accounts: a code works once). Only hashes are stored, bound to purpose and
 * recipient.
 */
export type Purpose =
  | 'login'
  | 'reset-password'
  | 'verify-email'
  | 'change-email'
  | 'ask-email'
  | 'verify-contact'
  | 'ask-contact'
  | 'open-contact'
  | 'invitation'
  | 'two-factor'
  | 'complete-order'
  | 'complete-refund'
  | 'download'
  | 'change-lines'
  | 'till-coupon';

/** Wrong attempts before a code becomes invalid. */
export const maxAttempts = 5;

/** No characters that look alike, and no vowels that form words. */
const alphabet = '23456789bcdfghjkmnpqrstvwxz';
/** 27^16: 76 bits. */
const tokenLength = 16;

interface CodeInput {
  purpose: Purpose;
  /** Null for an unknown recipient: its code behaves like any other. */
  userId: number | null;
  /** E-mail or phone. */
  recipient: string;
  minutes: number;
  /** Only these origins can try, exhaust or replace the code; anybody when absent. */
  origins?: readonly string[];
}

/** Issues a token of 16 characters, for links and typing, and deletes earlier ones of the purpose. */
export async function issueCode(ctx: Ctx, input: CodeInput): Promise<string> {
  const secret = newToken();
  await storeCode(ctx, input, secret);
  return secret;
}

/** Issues a code of six digits and deletes earlier ones of the purpose. */
export async function issueDigits(ctx: Ctx, input: CodeInput): Promise<{ id: number; code: string }> {
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  return { id: await storeCode(ctx, input, code), code };
}

/** The secret of a mailed link. */
export const newToken = (): string => randomText(tokenLength);

/** Random text without characters that look alike. */
export function randomText(length: number): string {
  return Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('');
}

async function storeCode(
  ctx: Ctx,
  { minutes, origins, ...code }: CodeInput,
  secret: string,
): Promise<number> {
  if (code.userId !== null) await lockUser(ctx, code.userId);
  await ctx.db
    .deleteFrom('one_time_codes')
    .where('purpose', '=', code.purpose)
    .where('recipient', '=', code.recipient)
    .where('user_id', 'is not distinct from', code.userId)
    .$if(origins !== undefined, (query) => query.where(matchesOrigins(origins)))
    .execute();
  const { id } = await ctx.db
    .insertInto('one_time_codes')
    .values({
      purpose: code.purpose,
      user_id: code.userId,
      recipient: code.recipient,
      secret_hash: hashCode(code.purpose, code.recipient, secret),
      created_at: ctx.now,
      expires_at: new Date(ctx.now.getTime() + minutes * 60_000),
      origins: origins ? [...origins] : null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

const matchesOrigins = (origins: readonly string[] = []) => sql<boolean>`origins && ${[...origins]}::text[]`;

interface TokenInput {
  purpose: Purpose;
  userId: number;
  recipient: string;
  secret: string;
}

/** Whether a token is valid; does not redeem it. Looked up by hash, so that timing reveals nothing. */
export async function isValidToken(
  ctx: Ctx,
  { purpose, userId, recipient, secret }: TokenInput,
): Promise<boolean> {
  const row = await ctx.db
    .selectFrom('one_time_codes')
    .select('id')
    .where('secret_hash', '=', hashCode(purpose, recipient, secret))
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .where('expires_at', '>', ctx.now)
    .executeTakeFirst();
  return row !== undefined;
}

/** Redeems a token; of two concurrent requests one wins. False when it is invalid. */
export async function redeemToken(
  ctx: Ctx,
  { purpose, userId, recipient, secret }: TokenInput,
): Promise<boolean> {
  const taken = await ctx.db
    .updateTable('one_time_codes')
    .set({ used_at: ctx.now })
    .where('secret_hash', '=', hashCode(purpose, recipient, secret))
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .where('expires_at', '>', ctx.now)
    .returning('id')
    .executeTakeFirst();
  return taken !== undefined;
}

interface TypedCode extends Pick<CodeInput, 'purpose' | 'recipient' | 'origins'> {
  code: string;
  id?: number;
}

/** `left` is the number of remaining attempts. */
export type CodeCheck =
  | { isRight: true; id: number; userId: number | null }
  | { isRight: false; left: number };

/**
 * Checks six digits against the last code sent. A wrong attempt is counted, so the caller must not roll back its transaction
 * because of it. A right code stays valid until `redeemCode`.
 */
export async function checkDigits(
  ctx: Ctx,
  { purpose, recipient, code, id, origins }: TypedCode,
): Promise<CodeCheck> {
  const row = await ctx.db
    .selectFrom('one_time_codes')
    .select(['id', 'user_id', 'secret_hash', 'attempts'])
    .where('purpose', '=', purpose)
    .where('recipient', '=', recipient)
    .$if(id !== undefined, (query) => query.where('id', '=', id ?? 0))
    .$if(origins !== undefined, (query) => query.where(matchesOrigins(origins)))
    .where('used_at', 'is', null)
    .where('expires_at', '>', ctx.now)
    .orderBy('id', 'desc')
    .limit(1)
    .forUpdate()
    .executeTakeFirst();
  if (!row || row.attempts >= maxAttempts) return { isRight: false, left: 0 };
  const typed = hashCode(purpose, recipient, code);
  if (timingSafeEqual(Buffer.from(row.secret_hash), Buffer.from(typed))) {
    return { isRight: true, id: row.id, userId: row.user_id };
  }
  return { isRight: false, left: await countAttempt(ctx, row) };
}

/** Counts a wrong attempt and returns how many are left. */
export async function countAttempt(ctx: Ctx, row: { id: number; attempts: number }): Promise<number> {
  const attempts = row.attempts + 1;
  await ctx.db.updateTable('one_time_codes').set({ attempts }).where('id', '=', row.id).execute();
  return Math.max(0, maxAttempts - attempts);
}

export async function redeemCode(ctx: Ctx, id: number): Promise<void> {
  await ctx.db.updateTable('one_time_codes').set({ used_at: ctx.now }).where('id', '=', id).execute();
}

/** Invalidates every unused code of a user, after a change of password or e-mail. */
export async function deletePendingCodes(ctx: Ctx, userId: number): Promise<void> {
  await ctx.db
    .deleteFrom('one_time_codes')
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .execute();
}

/** SHA-256 in hex; includes the purpose, so that a code of one purpose does not work for another. */
export function hashCode(purpose: Purpose, recipient: string, secret: string): string {
  return createHash('sha256').update(`${purpose}\n${recipient}\n${secret}`).digest('hex');
}
