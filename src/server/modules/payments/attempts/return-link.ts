import { createHash } from 'node:crypto';
import { guestTokenHash } from '@/server/modules/orders/guest-orders';
import type { Attempt } from '@/server/modules/orders/payments/attempts';
import type { PaymentDeps } from './provider-deps';

const day = 24 * 3600_000;

/**
 * Where a buyer comes back to from the acquirer: the page that says whether the order is paid. The same address for each
 * repeat of the request, because a key may not be sent again with another body.
 */
export async function returnLink(
  { db, now, publicUrl }: Pick<PaymentDeps, 'db' | 'now' | 'publicUrl'>,
  { key, order_id, expires_at }: Attempt,
): Promise<string> {
  const secret = createHash('sha256').update(`return ${key}`).digest('base64url');
  await db
    .insertInto('payment_links')
    .values({
      secret_hash: guestTokenHash(secret),
      order_id,
      created_at: now(),
      expires_at: new Date((expires_at ?? now()).getTime() + day),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return payPage(publicUrl, secret);
}

/** Address of the page that a link opens. */
export const payPage = (publicUrl: string, secret: string): string =>
  `${publicUrl}/admin/orders/pay?secret=${secret}`;
