import { type Ctx, isAdmin } from '@/server/core/context';
import { assertBelowLimit, increment } from '@/server/core/rate-limits';

const missesAllowed = 20;
const minutes = 15;

/**
 * Counts misses of a lookup that reveals whether a code exists: codes are worth money and short enough to guess
 * (reference rules W-19). Administrators are exempt. Throws TOO_MANY_REQUESTS.
 */
export async function guardGuesses<Answer>(
  ctx: Ctx,
  ask: () => Promise<Answer>,
  isMiss: (answer: Answer) => boolean,
): Promise<Answer> {
  if (isAdmin(ctx)) return ask();
  const key = ctx.user ? `coupons:user:${ctx.user.id}` : `coupons:ip:${ctx.ip}`;
  await assertBelowLimit(ctx, [key], missesAllowed);
  const answer = await ask();
  if (isMiss(answer)) await increment(ctx, key, minutes);
  return answer;
}
