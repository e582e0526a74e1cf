import { createHash, randomBytes } from 'node:crypto';
import type { Ctx } from '@/server/core/context';
import { networkOf } from '@/server/core/rate-limits';

/** What a request tells of the browser that sends it. Clients of another origin have no tokens and lose nothing else. */
export interface Browser {
  userAgent: string | undefined;
  /** Of its cookie, the latest first. */
  tokens: readonly string[];
  /** Puts these tokens into its cookie. */
  remember: (tokens: readonly string[]) => void;
}

/** People who may share a browser and each keep their own budget. */
export const maxTokens = 5;
export const deviceDays = 365;

/** The id of this browser if the person has signed in with it before. */
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
    .where('token_hash', 'in', browser.tokens.map(hashOfToken))
    .where('expires_at', '>', ctx.now)
    .executeTakeFirst();
  return device?.id;
}

/** The person has signed in: from now on the browser has a budget of its own. Within the caller's transaction. */
export async function rememberDevice(ctx: Ctx, browser: Browser, userId: number): Promise<void> {
  const expiresAt = new Date(ctx.now.getTime() + deviceDays * 24 * 3600_000);
  const known = await findDevice(ctx, browser, userId);
  if (known !== undefined) {
    const seen = { last_seen_at: ctx.now, expires_at: expiresAt };
    await ctx.db.updateTable('known_devices').set(seen).where('id', '=', known).execute();
    return browser.remember(browser.tokens);
  }
  // Always a new one: a token that somebody else put into the cookie must not become a privilege.
  const token = newToken();
  await ctx.db
    .insertInto('known_devices')
    .values({
      user_id: userId,
      token_hash: hashOfToken(token),
      created_at: ctx.now,
      last_seen_at: ctx.now,
      expires_at: expiresAt,
    })
    .execute();
  browser.remember([token, ...browser.tokens].slice(0, maxTokens));
}

export async function forgetDevices(ctx: Ctx, userId: number): Promise<void> {
  await ctx.db.deleteFrom('known_devices').where('user_id', '=', userId).execute();
}

/** Who asks for a code: the network and the browser, either of which may change before the code is typed. */
export function originsOf(ctx: Ctx, browser: Browser): string[] {
  return [networkOf(ctx.ip), ...browser.tokens.map(hashOfToken)];
}

/** The same for a browser that is to be recognised when it brings the code; a bare token is no privilege. */
export function markedOrigins(ctx: Ctx, browser: Browser): string[] {
  if (browser.tokens.length > 0) return originsOf(ctx, browser);
  const tokens = [newToken()];
  browser.remember(tokens);
  return originsOf(ctx, { ...browser, tokens });
}

const newToken = () => randomBytes(32).toString('base64url');

function hashOfToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
