import { businessZone } from '@/contract/core/day';
import { fromMinor } from '@/contract/core/money';
import { shownNumber } from '@/contract/orders/number';
import type { PaymentLink, paymentLinkSchema } from '@/contract/payments/links';
import { isAdmin, type UserCtx } from '@/server/core/context';
import { AppError } from '@/server/core/errors';
import { parseId } from '@/server/core/numbers';
import { consume } from '@/server/core/rate-limits';
import { inTransaction } from '@/server/core/transaction';
import type { Input } from '@/server/core/validate';
import { momentText } from '@/server/modules/messaging/email-text';
import { send } from '@/server/modules/messaging/outbox';
import { paymentLink } from '@/server/modules/orders/emails';
import { guestTokenHash, newGuestToken } from '@/server/modules/orders/guest-orders';
import { lockOrder } from '@/server/modules/orders/lock-order';
import { amountDue } from '@/server/modules/orders/payments/open-attempts';
import { payPage } from '../attempts/return-link';
import { isPayable } from './payable';

const day = 24 * 3600_000;
/** An order without a deadline. */
const usualDays = 7;

const linksPerHour = 30;
/** More copies do not help a buyer who cannot find the message. */
const messagesPerHour = 5;

/**
 * `POST orders/{id}/payment-links`: a new link, sent to the buyer if asked. A shop makes one for an order that is its own as
 * a whole, because the link pays all of it. Throws NOT_FOUND, ACTION_NOT_VALID when nothing is due online or the buyer has
 * no such contact, TOO_MANY_REQUESTS.
 */
export async function createLink(
  ctx: UserCtx,
  key: string,
  { channels }: Input<typeof paymentLinkSchema>,
): Promise<PaymentLink> {
  const by = `${ctx.user.id}:${parseId(key)}`;
  await consume(
    ctx,
    { key: `payment-links:${by}`, hits: linksPerHour, minutes: 60 },
    ...channels.map((way) => ({ key: `payment-link-${way}:${by}`, hits: messagesPerHour, minutes: 60 })),
  );
  return inTransaction(ctx, async (inside) => {
    const order = await lockOrder(inside, key);
    if (!isPayable(order) || (order.parts.length > 1 && !isAdmin(ctx)))
      throw new AppError('ACTION_NOT_VALID');
    const { root } = order;
    const secret = newGuestToken();
    // Whoever pays at the last minute still sees that it arrived.
    const expires_at = root.pay_until ? later(root.pay_until, day) : later(ctx.now, usualDays * day);
    await inside.db.deleteFrom('payment_links').where('expires_at', '<', ctx.now).execute();
    await inside.db
      .insertInto('payment_links')
      .values({
        secret_hash: guestTokenHash(secret),
        order_id: root.id,
        created_by: ctx.user.id,
        created_at: ctx.now,
        expires_at,
      })
      .execute();
    const url = payPage(ctx.publicUrl, secret);
    const payUntil = root.pay_until && momentText(root.pay_until, businessZone());
    const letter = {
      ...paymentLink({ number: shownNumber(root), total: fromMinor(amountDue(order)), url, payUntil }),
    };
    for (const channel of channels) {
      const to = channel === 'sms' ? root.customer_contact : root.customer_email;
      if (!to) throw new AppError('ACTION_NOT_VALID');
      await send(inside, { channel, to, ...letter, orderId: root.id });
    }
    return { url, until: expires_at.toISOString() };
  });
}

const later = (from: Date, ms: number) => new Date(from.getTime() + ms);
