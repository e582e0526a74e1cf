import { type SqlBool, sql } from 'kysely';

const isAdmin = sql<SqlBool>`(r.permissions @> array['super_admin'])`;
/** Area of the team's notification; the others are open to the whole team. */
const area = sql`case n.notify_type when 'order' then 'orders' when 'refund' then 'refunds' when 'message' then 'messages'
  when 'withdraw' then 'finance' when 'reconciliation' then 'finance' when 'shop' then 'shops'
  when 'product' then 'moderation' when 'review' then 'feedback' when 'question' then 'feedback' end`;
const holdsArea = sql<SqlBool>`(${isAdmin} and (r.role_id is null or (${area}) is null
  or exists (select from roles where roles.id = r.role_id and roles.areas ->> (${area}) is not null)))`;
const isVendor = sql<SqlBool>`(r.permissions @> array['store_owner'])`;

/** Staff permission that covers a notification; without one only the owner gets it. */
const scope = sql`case
  when n.notify_event = 'invited' then 'promotions'
  when n.notify_type in ('order', 'refund') then 'orders'
  when n.notify_type in ('review', 'question') then 'feedback'
  when n.notify_type = 'product' then 'catalogue' end`;

const worksIn = (shop: string, part: typeof scope) => sql<SqlBool>`(
  (${isVendor} and exists (select 1 from shops s where s.id = ${sql.ref(shop)} and s.owner_id = r.id))
  or (r.shop_id = ${sql.ref(shop)} and r.permissions @> array['staff', 'staff:' || (${part})]))`;

const takesPart = sql<SqlBool>`(c.user_id = r.id or (c.kind = 'admin' and ${holdsArea})
  or ${worksIn('c.shop_id', sql`'feedback'`)})`;

const isSentNotice = sql<SqlBool>`(${isAdmin}
  or (t.type = 'all_vendor' and ${isVendor})
  or (${isVendor} and exists (select 1 from store_notice_users one where one.store_notice_id = t.id and one.user_id = r.id))
  or exists (select 1 from store_notice_shops one join shops s on s.id = one.shop_id
    where one.store_notice_id = t.id and (r.shop_id = s.id or (${isVendor} and s.owner_id = r.id))))`;

/**
 * Notifications `n` that receiver `r` may still read. Lost rights, narrower roles or lost shops hide what depended on them; notifications
 * about the receiver's own texts stay.
 */
export const isStillVisible = sql<SqlBool>`case
  when n.notify_event = 'answered' then true
  when n.notify_type in ('review', 'question') and n.notify_event in ('approved', 'rejected') then true
  when n.notify_type = 'message' then
    not exists (select 1 from conversations c where c.id = n.subject_id and not ${takesPart})
  when n.notify_type = 'store_notice' then
    not exists (select 1 from store_notices t where t.id = n.subject_id and not ${isSentNotice})
  when n.shop_id is not null then ${holdsArea} or ${worksIn('n.shop_id', scope)}
  else n.notify_receiver_type <> 'admin' or ${holdsArea} end`;
