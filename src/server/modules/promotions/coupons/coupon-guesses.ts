import { type Ctx, isAdmin } from '@/server/core/context';
import { assertBelowLimit, identifyRequester, increment } from '@/server/core/rate-limits';

const missesAllowed = 20;
const minutes = 15;

/**
 * Counts misses of a lookup that reveals whether a code exists: codes are worth money and short enough to guess
 * (rules/promotions: codes cannot be guessed). Administrators are exempt. Throws TOO_MANY_REQUESTS.
 */
export async function guardGuesses<Answer>(
  ctx: Ctx,
  ask: () => Promise<Answer>,
  isMiss: (answer: Answer) => boolean,
): Promise<Answer> {
  if (isAdmin(ctx)) return ask();
  const key = `coupons:${identifyRequester(ctx)}`;
  await assertBelowLimit(ctx, [key], missesAllowed);
  const answer = await ask();
  if (isMiss(answer)) await increment(ctx, key, minutes);
  return answer;
}
