import { toMinor } from '@/contract/core/money';
import { decidePaymentSchema } from '@/contract/orders/schema';
import type { UserCtx } from '@/server/core/context';
import { AppError } from '@/server/core/errors';
import type { JsonRecord } from '@/server/core/resource/query';
import { validate } from '@/server/core/validate';
import { lockOrder } from '../lock-order';
import { assertFresh } from '../move-order';
import { orderDetails } from '../order-details';
import { reviveFailed } from './order-payment-failure';
import { sendBackHeld } from './order-payment-hold';
import { dueOf } from './payment-intents';
import { pay } from './receive-payment';

/**
 * `POST orders/{id}/payment-decision` by an administrator: takes money of another sum as the payment, what is more than due
 * goes back; or sends all of it back. Less than is due is never taken: refunds would give back more than ever came. Throws
 * NOT_FOUND, CONFLICT, and ACTION_NOT_VALID when nothing waits, it is too little, or the goods are gone.
 */
export async function decidePayment(ctx: UserCtx, key: string, body: JsonRecord): Promise<JsonRecord> {
  const { decision, version } = await validate(decidePaymentSchema, body);
  const order = await lockOrder(ctx, key);
  const { root, target } = order;
  await assertFresh(ctx, target, version);
  if (target.id !== root.id || root.awaiting_amount === null) throw new AppError('ACTION_NOT_VALID');
  if (decision === 'return') await sendBackHeld(ctx, order);
  else {
    if (toMinor(root.awaiting_amount) < dueOf(order)) throw refusal('error-payment-short');
    if (!(await reviveFailed(ctx, order))) throw refusal('error-stock-gone');
    await pay(ctx, order, 0);
  }
  return { ...(await orderDetails(ctx, root.id)) };
}

const refusal = (text: string) => new AppError('ACTION_NOT_VALID', { fields: { decision: [text] } });
