import { sql } from 'kysely';
import type { Ctx } from '@/server/core/context';
import type { LockedOrder } from './lock-order';

interface Buyer {
  customer_id: number | null;
  customer_contact: string;
  customer_email: string | null;
}

/**
 * Which of these shops are the buyer's own: the account, phone or e-mail is that of the owner or of somebody who works
 * there, or the phone is the shop's. An order from such a shop is marked for the marketplace.
 */
export async function ownShops(ctx: Ctx, shopIds: readonly number[], buyer: Buyer): Promise<Set<number>> {
  const { customer_id, customer_contact, customer_email } = buyer;
  const phone = sql`(select phone_tail(${customer_contact}::text))`;
  const { rows } = await sql<{ id: number }>`
    select s.id from shops s where s.id = any(${[...shopIds]}::bigint[]) and (
      (length(${phone}) = 10 and phone_tail(s.settings ->> 'contact') = ${phone})
      or exists (select from (select s.owner_id as id union all
          select m.user_id from memberships m where m.shop_id = s.id and m.deleted_at is null) own
        join users u on u.id = own.id
        where (u.id = ${customer_id}::bigint or lower(u.email) = lower(${customer_email}::text)
          or (length(${phone}) = 10 and phone_tail(u.contact) = ${phone}))))`.execute(ctx.db);
  return new Set(rows.map(({ id }) => id));
}

/** Marks a locked order whose buyer came to the shop, or took a phone of its people, only after placing it. */
export async function markOwnPurchases(ctx: Ctx, { root, parts }: LockedOrder): Promise<void> {
  const unmarked = parts.filter(({ is_own_purchase }) => !is_own_purchase);
  const shopIds = unmarked.map(({ shop_id }) => shop_id);
  const own = await ownShops(ctx, shopIds, root);
  if (own.size === 0) return;
  const marked = unmarked.filter(({ shop_id }) => own.has(shop_id)).map(({ id }) => id);
  await ctx.db
    .updateTable('orders')
    .set({ is_own_purchase: true })
    .where('id', 'in', [root.id, ...marked])
    .execute();
}
