import type { Ctx } from '@/server/core/context';
import {
  awaitTurn,
  clearCounts,
  clearHitsBelow,
  consume,
  isFirst,
  restore,
  toNetwork,
} from '@/server/core/rate-limits';
import { inTransaction } from '@/server/core/transaction';
import * as emails from '@/server/modules/accounts/emails';
import { send } from '@/server/modules/messaging/outbox';

/**
 * Limits on wrong passwords and second-factor codes. An attacker exhausts only the budget of their own network: known
 * browsers have a budget of their own, a network has one per account, and across an account attempts only slow down.
 * Attempts are counted before the check and restored after a success.
 */
const perBrowser = { hits: 10, minutes: 15 };
const perAddress = { hits: 300, minutes: 15 };
const accountMinutes = 60;
/** Failures of an account within an hour after which unknown browsers wait between attempts. */
const slowAfter = 100;
const maxWaitSeconds = 60;
/** Wrong codes of an account within an hour: six digits do not allow more. */
const maxCodes = 50;

export interface Attempt {
  succeeded: () => Promise<void>;
  /** `userId` is the account under attack, if it exists. */
  failed: (userId: number | undefined) => Promise<void>;
}

/**
 * Counts a password attempt. Throws TOO_MANY_REQUESTS after 10 in 15 minutes per known browser, or per network and account;
 * after 300 per network; and, once an account was tried 100 times in an hour, unless the network waits 1 to 60 seconds
 * between attempts.
 */
export async function countPassword(ctx: Ctx, email: string, deviceId: number | undefined): Promise<Attempt> {
  if (deviceId !== undefined) return countDeviceAttempt(ctx, `login:device:${deviceId}`);
  const network = toNetwork(ctx);
  const pair = `login:pair:${email} ${network}`;
  const address = `login:ip:${network}`;
  const account = `login:account:${email}`;
  await consume(ctx, { key: pair, ...perBrowser }, { key: address, ...perAddress });
  const counts = await consume(ctx, {
    key: account,
    hits: Number.POSITIVE_INFINITY,
    minutes: accountMinutes,
  });
  const hits = counts[account] ?? 0;
  const wait = Math.min(maxWaitSeconds, Math.ceil((hits - slowAfter) / 10));
  if (wait > 0) {
    await awaitTurn(ctx, `login:wait:${email} ${network}`, wait).catch(async (refused: unknown) => {
      await restore(ctx, [pair, address, account]);
      throw refused;
    });
  }
  return {
    async succeeded() {
      await clearCounts(ctx, [pair]);
      await restore(ctx, [address, account]);
    },
    failed: (userId) => warnOfGuesses(ctx, userId, 'password', hits),
  };
}

/**
 * Counts an attempt at the second factor. Throws TOO_MANY_REQUESTS after 10 in 15 minutes per known browser, or per network
 * and user; after 50 in an hour for all unknown browsers.
 */
export async function countSecondFactor(
  ctx: Ctx,
  userId: number,
  deviceId: number | undefined,
): Promise<Attempt> {
  if (deviceId !== undefined) return countDeviceAttempt(ctx, `second-factor:device:${deviceId}`);
  const pair = `second-factor:pair:${userId} ${toNetwork(ctx)}`;
  const account = `second-factor:account:${userId}`;
  await consume(ctx, { key: pair, ...perBrowser });
  const counts = await consume(ctx, { key: account, hits: maxCodes, minutes: accountMinutes });
  return {
    async succeeded() {
      await clearCounts(ctx, [pair]);
      await restore(ctx, [account]);
    },
    failed: () => warnOfGuesses(ctx, userId, 'code', counts[account] ?? 0),
  };
}

async function countDeviceAttempt(ctx: Ctx, key: string): Promise<Attempt> {
  await consume(ctx, { key, ...perBrowser });
  return { succeeded: () => clearCounts(ctx, [key]), failed: async () => undefined };
}

/** Clears the limits after a password change. Call it after the transaction, so that nobody waits for its locks. */
export async function clearSignInLimits(
  ctx: Ctx,
  { id, email }: { id: number; email: string },
): Promise<void> {
  await clearCounts(ctx, [`login:account:${email}`, `second-factor:account:${id}`]);
  for (const prefix of [`login:pair:${email} `, `login:wait:${email} `, `second-factor:pair:${id} `])
    await clearHitsBelow(ctx, prefix);
}

/** Failures from unknown browsers within an hour before the user is warned. */
const warnAfter = 20;
const minutesBetweenWarnings = 24 * 60;

/** Warns a user, at most once a day, about repeated wrong passwords or codes. */
async function warnOfGuesses(
  ctx: Ctx,
  userId: number | undefined,
  what: 'password' | 'code',
  failures: number,
): Promise<void> {
  if (userId === undefined || failures < warnAfter) return;
  await inTransaction(ctx, async (txCtx) => {
    if (!(await isFirst(txCtx, `warned:${what}:${userId}`, minutesBetweenWarnings))) return;
    const user = await txCtx.db
      .selectFrom('users')
      .select(['name', 'email'])
      .where('id', '=', userId)
      .where('deleted_at', 'is', null)
      .executeTakeFirst();
    if (!user) return;
    const link = `${ctx.publicUrl}/admin/forgot-password`;
    const message = emails.guessesSeen({ name: user.name, what, link });
    await send(txCtx, { channel: 'mail', to: user.email, ...message });
  });
}
