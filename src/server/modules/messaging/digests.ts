import { sql } from 'kysely';
import { type NotifyLog, notificationPlace } from '@/contract/messaging/notifications';
import type { Ctx } from '@/server/core/context';
import { inTransaction } from '@/server/core/transaction';
import { type DigestLine, digestEmail } from './emails';
import { send } from './outbox';
import { isStillVisible } from './policy';

/** Notifications listed in a digest; the rest is only counted. */
const maxLines = 30;

interface Reader {
  user_id: number;
  name: string;
  email: string;
  since: Date;
  /** End of the digest's period. */
  until: Date;
}

/**
 * Sends due digests: one email a day or a week (Mondays) with unread notifications to every subscriber. Each period
 * is sent once, also with several processes: the preferences row is locked and stores the end of the period.
 */
export async function sendDigests(ctx: Ctx): Promise<void> {
  while (await inTransaction(ctx, sendNext));
}

async function sendNext(ctx: Ctx): Promise<boolean> {
  const { rows } = await sql<Reader>`
    select p.user_id, u.name, u.email, coalesce(p.digest_sent_at, t.until - t.period) as since, t.until
    from notification_preferences p join users u on u.id = p.user_id
    cross join lateral (${lastHour(ctx)}) t
    where p.digest <> 'off' and u.is_active and u.deleted_at is null
      and (p.digest_sent_at is null or p.digest_sent_at < t.until)
    order by p.user_id limit 1 for update of p skip locked`.execute(ctx.db);
  const [reader] = rows;
  if (!reader) return false;
  await sql`update notification_preferences set digest_sent_at = ${reader.until} where user_id = ${reader.user_id}`.execute(
    ctx.db,
  );
  const { lines, total } = await loadUnread(ctx, reader);
  if (total > 0) {
    const email = digestEmail({ name: reader.name, lines, total, panel: `${ctx.publicUrl}/admin` });
    await send(ctx, { channel: 'mail', to: reader.email, ...email });
  }
  return true;
}

/**
 * Latest scheduled hour of the person in the business time zone: today or yesterday; for a weekly digest, last
 * Monday.
 */
const lastHour = (ctx: Ctx) => sql`
  select case p.digest when 'weekly' then interval '7 days' else interval '1 day' end as period,
    (case p.digest
      when 'weekly' then date_trunc('week', l.local - make_interval(hours => p.digest_hour))
      else date_trunc('day', l.local - make_interval(hours => p.digest_hour))
    end + make_interval(hours => p.digest_hour)) at time zone business_time_zone() as until
  from (select ${ctx.now}::timestamptz at time zone business_time_zone() as local) l`;

type UnreadRow = Pick<NotifyLog, 'notify_type' | 'notify_event' | 'notify_receiver_type' | 'notify_text'> &
  Pick<NotifyLog, 'notify_tracker' | 'subject_id'> & {
    slug: string | null;
    shop: string | null;
    total: number;
  };

async function loadUnread(ctx: Ctx, { user_id, since, until }: Reader) {
  const { rows } = await sql<UnreadRow>`
    select n.notify_type, n.notify_event, n.notify_receiver_type, n.notify_text, n.notify_tracker, n.subject_id,
      s.slug, s.name as shop, (count(*) over ())::int as total
    from notify_logs n join users r on r.id = n.receiver left join shops s on s.id = n.shop_id
    where n.receiver = ${user_id} and ${isStillVisible} and not n.is_read and n.created_at > ${since} and n.created_at <= ${until}
    order by n.created_at desc, n.id desc limit ${sql.lit(maxLines)}`.execute(ctx.db);
  const lines = rows.map(({ slug, shop, ...log }): DigestLine => {
    const place = notificationPlace({ ...log, shop: slug === null ? null : { slug } });
    return { ...log, shop, link: place && `${ctx.publicUrl}/admin${place}` };
  });
  return { lines, total: rows[0]?.total ?? 0 };
}
