import { createHash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import type { Ctx } from '../context';

/** What is mailed or sent once (design §6). Only hashes are kept, bound to the purpose and to whom it was sent. */
export type Purpose =
  | 'login'
  | 'reset-password'
  | 'verify-email'
  | 'verify-contact'
  | 'invitation'
  | 'two-factor';

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

async function store(ctx: Ctx, { minutes, ...issue }: Issue, secret: string): Promise<number> {
  await ctx.db
    .deleteFrom('one_time_codes')
    .where('purpose', '=', issue.purpose)
    .where('recipient', '=', issue.recipient)
    .where('user_id', 'is not distinct from', issue.userId)
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
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

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
    .where((eb) => eb.and(goodToken(ctx, token)))
    .executeTakeFirst();
  return found !== undefined;
}

/** Takes a token: of two requests that bring it together one wins. Which purpose it was for, or undefined when it is no good. */
export async function redeemToken(ctx: Ctx, token: Token): Promise<Purpose | undefined> {
  const taken = await ctx.db
    .updateTable('one_time_codes')
    .set({ used_at: ctx.now })
    .where((eb) => eb.and(goodToken(ctx, token)))
    .returning('purpose')
    .executeTakeFirst();
  return token.purposes.find((purpose) => purpose === taken?.purpose);
}
