import type { Ctx } from '@/server/core/context';
import {
  awaitTurn,
  clearCounts,
  clearHitsBelow,
  consume,
  networkOf,
  restore,
} from '@/server/core/rate-limits';
import { warnOfGuesses } from './guess-warnings';

/**
 * Wrong passwords and codes of the second factor. A stranger can only use up what belongs to the stranger's own address:
 * a browser that the person has signed in with has a budget of its own, an address has one for each account, and over a
 * whole account attempts only become slow. Counted before anything is tried; a right answer is given back.
 */
const perBrowser = { hits: 10, minutes: 15 };
const perAddress = { hits: 300, minutes: 15 };
const accountMinutes = 60;
/** Failures of a whole account within an hour after which unknown browsers wait between attempts. */
const slowAfter = 100;
const longestWaitSeconds = 60;
/** Wrong codes over a whole account within an hour: six digits bear no more, whoever asks. */
const maxCodes = 50;

/** Something that is about to be tried. */
export interface Attempt {
  /** It was right. */
  succeeded: () => Promise<void>;
  /** It was wrong; `userId` is whose account it was tried on, if anybody's. */
  failed: (userId: number | undefined) => Promise<void>;
}

/**
 * Counts an attempt to sign in by a password. Throws TOO_MANY_REQUESTS: of a known browser, and of an address for one
 * account, after 10 in 15 minutes; of an address after 300; of an account that was tried 100 times within the hour unless
 * the same address comes back after the wait that it is told, from 1 to 60 seconds.
 */
export async function countPassword(ctx: Ctx, email: string, deviceId: number | undefined): Promise<Attempt> {
  if (deviceId !== undefined) return countOfDevice(ctx, `login:device:${deviceId}`);
  const network = networkOf(ctx.ip);
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
  const wait = Math.min(longestWaitSeconds, Math.ceil((hits - slowAfter) / 10));
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
 * Counts a code of the second factor, which only somebody with the password can bring. Throws TOO_MANY_REQUESTS: of a
 * known browser, and of an address for one person, after 10 in 15 minutes; of all unknown browsers after 50 in an hour.
 */
export async function countSecondCode(
  ctx: Ctx,
  userId: number,
  deviceId: number | undefined,
): Promise<Attempt> {
  if (deviceId !== undefined) return countOfDevice(ctx, `second-factor:device:${deviceId}`);
  const pair = `second-factor:pair:${userId} ${networkOf(ctx.ip)}`;
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

async function countOfDevice(ctx: Ctx, key: string): Promise<Attempt> {
  await consume(ctx, { key, ...perBrowser });
  return { succeeded: () => clearCounts(ctx, [key]), failed: async () => undefined };
}

/** Opens what guesses have closed: the person has a new password. After the transaction, so that nobody waits for it. */
export async function clearSignInLimits(
  ctx: Ctx,
  { id, email }: { id: number; email: string },
): Promise<void> {
  await clearCounts(ctx, [`login:account:${email}`, `second-factor:account:${id}`]);
  for (const prefix of [`login:pair:${email} `, `login:wait:${email} `, `second-factor:pair:${id} `])
    await clearHitsBelow(ctx, prefix);
}
