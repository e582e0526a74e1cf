import type { UserCtx } from '@/server/core/context';
import type { JsonRecord } from '@/server/core/json-record';
import { parseId } from '@/server/core/numbers';
import { consume } from '@/server/core/rate-limits';
import { inTransaction } from '@/server/core/transaction';
import { sendAgain } from '@/server/modules/messaging/outbox';
import { lockOrder } from './lock-order';
import { orderDetails } from './presenter';

/** Ten more copies do not help a customer who cannot find an e-mail. */
const copiesPerHour = 5;

/**
 * `POST orders/{id}/letters/{letter}/resend`: sends an e-mail of the timeline again. Throws NOT_FOUND, ACTION_NOT_VALID
 * while it still waits, TOO_MANY_REQUESTS.
 */
export async function resendEmail(ctx: UserCtx, key: string, letter: string): Promise<JsonRecord> {
  const id = parseId(letter);
  await consume(ctx, { key: `letter-copies:${ctx.user.id}:${id}`, hits: copiesPerHour, minutes: 60 });
  return inTransaction(ctx, async (inside) => {
    const { target, parts } = await lockOrder(inside, key);
    const below = target.parent_id === null ? parts.map((part) => part.id) : [];
    await sendAgain(inside, id, [target.id, ...below]);
    return { ...(await orderDetails(inside, target.id)) };
  });
}
