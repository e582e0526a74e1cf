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
  const intent = await ctx.db
    .selectFrom('payment_intents as intent')
    .innerJoin('orders', 'orders.id', 'intent.order_id')
    .select(['intent.amount', 'intent.redirect_url as url', 'orders.id', 'orders.pay_until'])
    .select(['orders.customer_contact as phone', 'orders.customer_email as address'])
    .select(['orders.short_number', 'orders.tracking_number'])
    .where('intent.id', '=', Number(id))
    .where('intent.is_open', '=', true)
    .where('intent.state', '!=', 'held')
    .executeTakeFirst();
  if (!intent) return undefined;
  const { url, phone, address, pay_until } = intent;
  if (url === null) return 'later';
  const total = fromMinor(toMinor(intent.amount));
  const payUntil = pay_until && momentText(pay_until, businessZone());
  const message = {
    ...paymentLink({ number: shownNumber(intent), total, url, payUntil }),
    orderId: intent.id,
  };
  await inTransaction(ctx, async (inside) => {
    if (sms === true) await send(inside, { channel: 'sms', to: phone, ...message });
    if (email === true && address) await send(inside, { channel: 'mail', to: address, ...message });
  });
  return undefined;
}
