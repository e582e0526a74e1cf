import { sql } from 'kysely';
import type { SeedCtx } from '@/server/demo/context';
import { isActiveVendor } from '@/server/modules/messaging/notices/policy';

const most = 6;
/** Older ones are read. */
const readAfterHours = 30;

/** Notifications as if everybody had been notified of the latest orders, withdrawals, reviews and notices. */
export async function seedNotifications({ db, now }: SeedCtx): Promise<void> {
  await sql`
    insert into notify_logs (receiver, sender, notify_type, notify_event, notify_receiver_type, notify_text,
      notify_tracker, subject_id, shop_id, created_at, is_read, read_at)
    select t.receiver, t.sender, t.type, t.event,
      case when u.permissions @> array['super_admin'] then 'admin' else 'vendor' end,
      t.text, t.tracker, t.subject, t.shop_id, t.at,
      t.at < ${now}::timestamptz - make_interval(hours => ${sql.lit(readAfterHours)}),
      case when t.at < ${now}::timestamptz - make_interval(hours => ${sql.lit(readAfterHours)})
        then least(t.at + interval '2 hours', ${now}::timestamptz) end
    from (
      select *, row_number() over (partition by receiver, type order by at desc, subject desc) as place
      from (${orders} union all ${withdrawals} union all ${checks} union all ${openings} union all ${notices}) told
      where at <= ${now}::timestamptz
    ) t join users u on u.id = t.receiver
    where t.place <= ${sql.lit(most)}
    order by t.at, t.subject, t.receiver`.execute(db);
}

const admins = sql`(select id from users where permissions @> array['super_admin'])`;

const orders = sql`
  select a.id as receiver, o.customer_id as sender, 'order' as type, 'new' as event, null::text as text,
    coalesce(o.short_number, o.tracking_number) as tracker, o.id as subject, null::bigint as shop_id, o.created_at as at
  from orders o cross join ${admins} a where o.parent_id is null
  union all
  select u.id, o.customer_id, 'order', 'new', null, coalesce(o.short_number, o.tracking_number), o.id, o.shop_id, o.created_at
  from orders o join shops s on s.id = o.shop_id
  join users u on u.id = s.owner_id or (u.shop_id = s.id and u.permissions @> array['staff', 'staff:orders'])
  where o.parent_id is not null`;

const withdrawals = sql`
  select a.id, w.requested_by, 'withdraw', 'new', null, w.id::text, w.id, w.shop_id, w.created_at
  from withdraws w cross join ${admins} a
  union all
  select s.owner_id, w.decided_by, 'withdraw', w.status, null, w.id::text, w.id, w.shop_id, w.decided_at
  from withdraws w join shops s on s.id = w.shop_id
  where w.decided_at is not null and w.status in ('approved', 'rejected', 'on_hold', 'processing')`;

const checks = sql`
  select s.owner_id, r.decided_by, 'product', r.decision, p.name, p.id::text, p.id, p.shop_id, r.decided_at
  from product_reviews r join products p on p.id = r.product_id join shops s on s.id = p.shop_id
  where r.decision in ('approved', 'rejected') and r.decided_at is not null`;

const openings = sql`
  select s.owner_id, (select min(id) from ${admins} a), 'shop', 'opened', null, s.id::text, s.id, s.id, s.approved_at
  from shops s where s.is_active and s.approved_at is not null`;

const notices = sql`
  select u.id, n.created_by, 'store_notice', 'new', n.notice, n.id::text, n.id, null, n.announced_at
  from store_notices n join users u on u.id <> n.created_by and (
    (n.type = 'all_vendor' and ${isActiveVendor})
    or exists (select 1 from store_notice_users r where r.store_notice_id = n.id and r.user_id = u.id)
    or exists (select 1 from store_notice_shops r where r.store_notice_id = n.id and r.shop_id = u.shop_id))
  where n.announced_at is not null`;
