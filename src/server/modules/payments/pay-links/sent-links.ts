import { sql } from 'kysely';
import type { SentLink } from '@/contract/payments/links';
import { dailyLimit } from '@/contract/settings/outside';
import type { UserCtx } from '@/server/core/context';
import { messageStateSql } from '@/server/modules/messaging/outbox-list';
import { readOrder } from '@/server/modules/orders/lock-order';

/**
 * `GET orders/{id}/payment-links`: whether the latest links of an order have left, one a channel, without those that a
 * stranger would get too much of (rules/messaging): a shop would learn who has an account. Throws NOT_FOUND for an order of
 * another shop.
 */
export async function listSentLinks(ctx: UserCtx, key: string): Promise<SentLink[]> {
  const { root } = await readOrder(ctx, key);
  const { rows } = await sql<
    Omit<SentLink, 'created_at' | 'sent_at'> & Record<'created_at' | 'sent_at', Date | null>
  >`
    select distinct on (channel) channel, ${messageStateSql} as state, created_at, sent_at
    from outbox where order_id = ${root.id} and template = 'payment-link' and last_error is distinct from ${dailyLimit}
    order by channel, id desc`.execute(ctx.db);
  return rows.map(({ created_at, sent_at, ...row }) => ({
    ...row,
    created_at: new Date(created_at ?? ctx.now).toISOString(),
    sent_at: sent_at && new Date(sent_at).toISOString(),
  }));
}
