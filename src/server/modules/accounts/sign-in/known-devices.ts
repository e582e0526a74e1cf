import { createHash, randomBytes } from 'node:crypto';
import type { Ctx } from '@/server/core/context';
import { toNetwork } from '@/server/core/rate-limits';
import { afterCommit } from '@/server/core/transaction';

/** The browser that sends a request. Clients of another origin have no tokens and share the limits of their network. */
export interface Browser {
  userAgent: string | undefined;
  /** Tokens of the cookie, latest first. */
  tokens: readonly string[];
  /** Writes the cookie. */
  remember: (tokens: readonly string[]) => void;
}

/** Users who may share a browser, each with their own limits. */
export const maxTokens = 5;
export const deviceDays = 365;

/** The id of the browser if the user has signed in with it before. */
export async function findDevice(
  ctx: Ctx,
  browser: Browser,
  userId: number | undefined,
): Promise<number | undefined> {
  if (userId === undefined || browser.tokens.length === 0) return undefined;
  const device = await ctx.db
    .selectFrom('known_devices')
    .select('id')
    .where('user_id', '=', userId)
    .where('token_hash', 'in', browser.tokens.map(hashToken))
    .where('expires_at', '>', ctx.now)
    .executeTakeFirst();
  return device?.id;
}

/** Remembers the browser after a sign-in, so that it gets limits of its own. Within the caller's transaction. */
export async function rememberDevice(ctx: Ctx, browser: Browser, userId: number): Promise<void> {
  const expiresAt = new Date(ctx.now.getTime() + deviceDays * 24 * 3600_000);
  const known = await findDevice(ctx, browser, userId);
  if (known !== undefined) {
    const seen = { last_seen_at: ctx.now, expires_at: expiresAt };
    await ctx.db.updateTable('known_devices').set(seen).where('id', '=', known).execute();
    return afterCommit(ctx, () => browser.remember(browser.tokens));
  }
  // Always a new token: one planted in the cookie must not become trusted.
  const token = newToken();
  await ctx.db
    .insertInto('known_devices')
    .values({
      user_id: userId,
      token_hash: hashToken(token),
      created_at: ctx.now,
      last_seen_at: ctx.now,
      expires_at: expiresAt,
    })
    .execute();
  afterCommit(ctx, () => browser.remember([token, ...browser.tokens].slice(0, maxTokens)));
}

export async function deleteKnownDevices(ctx: Ctx, userId: number): Promise<void> {
  await ctx.db.deleteFrom('known_devices').where('user_id', '=', userId).execute();
}

/** Network and browser of a code request; either may change before the code is entered. */
export function codeOrigins(ctx: Ctx, browser: Browser): string[] {
  return [toNetwork(ctx), ...browser.tokens.map(hashToken)];
}

/** Also gives the browser a token, so that it is recognised when it submits the code. The token alone grants nothing. */
export function issueOrigins(ctx: Ctx, browser: Browser): string[] {
  if (browser.tokens.length > 0) return codeOrigins(ctx, browser);
  const tokens = [newToken()];
  browser.remember(tokens);
  return codeOrigins(ctx, { ...browser, tokens });
}

const newToken = () => randomBytes(32).toString('base64url');

function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
