import type { Provider } from '@/contract/ledger/accounts';
import type { AttemptState } from '@/contract/payments/attempts';
import type { PaymentCheck } from '@/contract/payments/links';
import type { UserCtx } from '@/server/core/context';
import { readOrder } from '@/server/modules/orders/lock-order';
import { advance } from './advance';
import { read } from './ask';
import { findAttempt } from './claim';
import { findProvider, type PaymentDeps } from './provider-deps';

/**
 * `POST orders/{id}/payment-check`: asks the acquirer about the latest payment of an order, applies what it says, and repeats
 * it. The bank of a demo reports by itself, so its word is known. Outside of any transaction. Throws NOT_FOUND.
 */
export async function checkPayment(deps: PaymentDeps, ctx: UserCtx, key: string): Promise<PaymentCheck> {
  const { root } = await readOrder(ctx, key);
  const attempt = await ctx.db
    .selectFrom('payment_attempts')
    .selectAll()
    .where('order_id', '=', root.id)
    .where('change_id', 'is', null)
    .orderBy('is_open', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!attempt) return { provider: null, said: 'nothing' };
  const name = attempt.provider as Provider;
  const provider = findProvider(deps, name, { isWaitedFor: true });
  if (!provider)
    return { provider: name, said: name === 'manual' ? (attempt.state as AttemptState) : 'silent' };
  const isFound = attempt.payment_id !== null;
  const isAnswered = isFound
    ? await read({ deps, provider, attempt })
    : await advance(deps, attempt.id, { isWaitedFor: true }).then(() => true);
  const now = await findAttempt(deps, attempt.id);
  return { provider: name, said: isAnswered && now ? (now.state as AttemptState) : 'silent' };
}
