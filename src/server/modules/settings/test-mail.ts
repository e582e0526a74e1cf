import type { Ctx, UserCtx } from '@/server/core/context';
import { consume } from '@/server/core/rate-limits';
import { testLetter } from '@/server/modules/messaging/emails';
import { send } from '@/server/modules/messaging/outbox';

/** Letters of one person in an hour. */
const hits = 10;

export async function countTestLetter(ctx: Ctx): Promise<void> {
  if (ctx.user) await consume(ctx, { key: `test-letter:${ctx.user.id}`, hits, minutes: 60 });
}

/**
 * `POST outside/test-letter`: a letter to the person's own address, by the outbox like any other, whose list says whether it
 * left. Throws TOO_MANY_REQUESTS.
 */
export async function sendTestLetter(ctx: UserCtx): Promise<{ to: string }> {
  const { name, email } = ctx.user;
  await send(ctx, { channel: 'mail', to: email, ...testLetter({ name }) });
  return { to: email };
}
