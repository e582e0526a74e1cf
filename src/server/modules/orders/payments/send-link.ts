import { businessZone } from '@/contract/core/day';
import { fromMinor, toMinor } from '@/contract/core/money';
import { shownNumber } from '@/contract/orders/number';
import type { JobCtx } from '@/server/core/jobs/job';
import { inTransaction } from '@/server/core/transaction';
import { momentText } from '@/server/modules/messaging/email-text';
import { send } from '@/server/modules/messaging/outbox';
import { paymentLink } from '../emails';

/** Sends a payment link to the customer once the acquirer has given it. */
export const paymentLinkJob = 'payment-link';

/** `later` while there is no link; nothing when the payment is over by then. */
export async function sendPaymentLink(
  ctx: JobCtx,
  { id, sms, email }: Record<string, unknown>,
): Promise<'later' | undefined> {
  const attempt = await ctx.db
    .selectFrom('payment_attempts as attempt')
    .innerJoin('orders', 'orders.id', 'attempt.order_id')
    .select(['attempt.amount', 'attempt.redirect_url as url', 'orders.id', 'orders.pay_until'])
    .select(['orders.customer_contact as phone', 'orders.customer_email as address'])
    .select(['orders.short_number', 'orders.tracking_number'])
    .where('attempt.id', '=', Number(id))
    .where('attempt.is_open', '=', true)
    .where('attempt.state', '!=', 'held')
    .executeTakeFirst();
  if (!attempt) return undefined;
  const { url, phone, address, pay_until } = attempt;
  if (url === null) return 'later';
  const total = fromMinor(toMinor(attempt.amount));
  const payUntil = pay_until && momentText(pay_until, businessZone());
  const message = {
    ...paymentLink({ number: shownNumber(attempt), total, url, payUntil }),
    orderId: attempt.id,
  };
  await inTransaction(ctx, async (inside) => {
    if (sms === true) await send(inside, { channel: 'sms', to: phone, ...message });
    if (email === true && address) await send(inside, { channel: 'mail', to: address, ...message });
  });
  return undefined;
}
