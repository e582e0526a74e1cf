import { createHash, randomInt, timingSafeEqual } from 'node:crypto';
import { sql } from 'kysely';
import type { Ctx } from '@/server/core/context';
import { lockUser } from '@/server/core/lock-user';

/** What is mailed or sent once (design §6). Only hashes are kept, bound to the purpose and to whom it was sent. */
export type Purpose =
  | 'login'
  | 'reset-password'
  | 'verify-email'
  | 'change-email'
  | 'verify-contact'
  | 'invitation'
  | 'two-factor'
  | 'complete-order'
  | 'complete-refund'
  | 'download';

/** Wrong codes that may be typed before the code is dead. */
export const triesAllowed = 5;

/** Read aloud and typed: nothing that looks like something else, and no vowels that make words. */
const letters = '23456789bcdfghjkmnpqrstvwxz';
/** 27^16: 76 bits. */
const tokenLength = 16;

interface Issue {
  purpose: Purpose;
  /** Null for a person who is not known, so that nothing differs from one who is. */
  userId: number | null;
  /** E-mail or phone. */
  recipient: string;
  minutes: number;
  /** Who asked: nobody else can try the code, use up its tries or replace it. Anybody may where it is left out. */
  origins?: readonly string[];
}

/**
 * Makes a token of 16 characters that fits into a link and can be typed, and forgets the former ones of the same kind
 * (reference rules S-49).
 */
export async function issueCode(ctx: Ctx, issue: Issue): Promise<string> {
  const secret = randomText(tokenLength);
  await store(ctx, issue, secret);
  return secret;
}

/** Makes a code of six digits, and forgets the former ones of the same kind. */
export async function issueDigits(ctx: Ctx, issue: Issue): Promise<{ id: number; code: string }> {
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  return { id: await store(ctx, issue, code), code };
}

/** Random text of letters and digits that are not mistaken for each other. */
export function randomText(length: number): string {
  return Array.from({ length }, () => letters[randomInt(letters.length)]).join('');
}

async function store(ctx: Ctx, { minutes, origins, ...issue }: Issue, secret: string): Promise<number> {
  if (issue.userId !== null) await lockUser(ctx, issue.userId);
  await ctx.db
    .deleteFrom('one_time_codes')
    .where('purpose', '=', issue.purpose)
    .where('recipient', '=', issue.recipient)
    .where('user_id', 'is not distinct from', issue.userId)
    .$if(origins !== undefined, (query) => query.where(isOf(origins)))
    .execute();
  const { id } = await ctx.db
    .insertInto('one_time_codes')
    .values({
      purpose: issue.purpose,
      user_id: issue.userId,
      recipient: issue.recipient,
      secret_hash: hashOf(issue.purpose, issue.recipient, secret),
      created_at: ctx.now,
      expires_at: new Date(ctx.now.getTime() + minutes * 60_000),
      origins: origins ? [...origins] : null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

const isOf = (origins: readonly string[] = []) => sql<boolean>`origins && ${[...origins]}::text[]`;

/** What a token must fit all at once. */
interface Token {
  purposes: readonly Purpose[];
  userId: number;
  recipient: string;
  secret: string;
}

/** Whether a token is good; it stays so. Hashes are looked up, so that the time tells nothing of the token. */
export async function isGoodToken(ctx: Ctx, token: Token): Promise<boolean> {
  const found = await ctx.db
    .selectFrom('one_time_codes')
    .select('id')
    .where('secret_hash', 'in', hashesOf(token))
    .where('user_id', '=', token.userId)
    .where('used_at', 'is', null)
    .where('expires_at', '>', ctx.now)
    .executeTakeFirst();
  return found !== undefined;
}

/** Takes a token: of two requests that bring it together one wins. False when it is no good. */
export async function redeemToken(ctx: Ctx, token: Token): Promise<boolean> {
  const taken = await ctx.db
    .updateTable('one_time_codes')
    .set({ used_at: ctx.now })
    .where('secret_hash', 'in', hashesOf(token))
    .where('user_id', '=', token.userId)
    .where('used_at', 'is', null)
    .where('expires_at', '>', ctx.now)
    .returning('id')
    .executeTakeFirst();
  return taken !== undefined;
}

/** What came of a try: the row and whose it is, or how many tries are left. */
export type Tried = { isRight: true; id: number; userId: number | null } | { isRight: false; left: number };

/**
 * Tries a code of six digits against the last one that was sent. A wrong one is counted, so the caller's transaction
 * must not be rolled back because of it. A right one stays good until it is spent (`spendCode`).
 */
export async function tryDigits(
  ctx: Ctx,
  {
    purpose,
    recipient,
    code,
    id,
    origins,
  }: Pick<Issue, 'purpose' | 'recipient' | 'origins'> & {
    code: string;
    id?: number;
  },
): Promise<Tried> {
  const row = await ctx.db
    .selectFrom('one_time_codes')
    .select(['id', 'user_id', 'secret_hash', 'attempts'])
    .where('purpose', '=', purpose)
    .where('recipient', '=', recipient)
    .$if(id !== undefined, (query) => query.where('id', '=', id ?? 0))
    .$if(origins !== undefined, (query) => query.where(isOf(origins)))
    .where('used_at', 'is', null)
    .where('expires_at', '>', ctx.now)
    .orderBy('id', 'desc')
    .limit(1)
    .forUpdate()
    .executeTakeFirst();
  if (!row || row.attempts >= triesAllowed) return { isRight: false, left: 0 };
  if (isSame(row.secret_hash, hashOf(purpose, recipient, code))) {
    return { isRight: true, id: row.id, userId: row.user_id };
  }
  return { isRight: false, left: await countTry(ctx, row) };
}

/** One try less; how many are left. */
export async function countTry(ctx: Ctx, row: { id: number; attempts: number }): Promise<number> {
  const attempts = row.attempts + 1;
  await ctx.db.updateTable('one_time_codes').set({ attempts }).where('id', '=', row.id).execute();
  return Math.max(0, triesAllowed - attempts);
}

/** The code was used: it never works again. */
export async function spendCode(ctx: Ctx, id: number): Promise<void> {
  await ctx.db.updateTable('one_time_codes').set({ used_at: ctx.now }).where('id', '=', id).execute();
}

/** Whatever waits to be used for a person: gone when the password or the address changed. */
export async function forgetCodes(ctx: Ctx, userId: number): Promise<void> {
  await ctx.db
    .deleteFrom('one_time_codes')
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .execute();
}

/** SHA-256 in hex, of a secret for this use only: a code of one purpose is none for another. */
export function hashOf(purpose: Purpose, recipient: string, secret: string): string {
  return createHash('sha256').update(`${purpose}\n${recipient}\n${secret}`).digest('hex');
}

function hashesOf({ purposes, recipient, secret }: Token): string[] {
  return purposes.map((purpose) => hashOf(purpose, recipient, secret));
}

function isSame(one: string, other: string): boolean {
  return timingSafeEqual(Buffer.from(one), Buffer.from(other));
}
