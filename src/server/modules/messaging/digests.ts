import { sql } from 'kysely';
import { type NotifyLog, placeOf } from '@/contract/messaging/notifications';
import type { Ctx, Database } from '@/server/core/context';
import { jobCtx } from '@/server/core/jobs/job';
import { inTransaction } from '@/server/core/transaction';
import { type DigestLine, digestLetter } from './digest-letter';
import { isStillTold } from './notification-policy';
import { send } from './outbox';

/** Lines that one digest tells of by themselves; more are a number. */
const maxLines = 30;

interface Reader {
  user_id: number;
  name: string;
  email: string;
  since: Date;
  /** The moment up to which this digest tells. */
  until: Date;
}

/**
 * Writes the digests whose hour has come: one letter for a day or a week (Mondays) of what stayed unread, to each person
 * who asked for it. A period is told of once, whichever process is first: the person's row is locked and says up to when.
 */
export async function sendDigests(db: Database, now: Date, publicUrl: string): Promise<void> {
  const ctx = jobCtx(db, now, publicUrl);
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
  const { lines, total } = await unreadOf(ctx, reader);
  if (total > 0) {
    const letter = digestLetter({ name: reader.name, lines, total, panel: `${ctx.publicUrl}/admin` });
    await send(ctx, { channel: 'mail', to: reader.email, ...letter });
  }
  return true;
}

/** The last time that the person's hour was, in the business time zone: today or yesterday, for a weekly digest the last Monday's. */
const lastHour = (ctx: Ctx) => sql`
  select case p.digest when 'weekly' then interval '7 days' else interval '1 day' end as period,
    (case p.digest
      when 'weekly' then date_trunc('week', l.local - make_interval(hours => p.digest_hour))
      else date_trunc('day', l.local - make_interval(hours => p.digest_hour))
    end + make_interval(hours => p.digest_hour)) at time zone business_time_zone() as until
  from (select ${ctx.now}::timestamptz at time zone business_time_zone() as local) l`;

type Stored = Pick<NotifyLog, 'notify_type' | 'notify_event' | 'notify_receiver_type' | 'notify_text'> &
  Pick<NotifyLog, 'notify_tracker' | 'subject_id'> & {
    slug: string | null;
    shop: string | null;
    total: number;
  };

async function unreadOf(ctx: Ctx, { user_id, since, until }: Reader) {
  const { rows } = await sql<Stored>`
    select n.notify_type, n.notify_event, n.notify_receiver_type, n.notify_text, n.notify_tracker, n.subject_id,
      s.slug, s.name as shop, (count(*) over ())::int as total
    from notify_logs n join users r on r.id = n.receiver left join shops s on s.id = n.shop_id
    where n.receiver = ${user_id} and ${isStillTold} and not n.is_read and n.created_at > ${since} and n.created_at <= ${until}
    order by n.created_at desc, n.id desc limit ${sql.lit(maxLines)}`.execute(ctx.db);
  const lines = rows.map(({ slug, shop, ...log }): DigestLine => {
    const place = placeOf({ ...log, shop: slug === null ? null : { slug } });
    return { ...log, shop, link: place && `${ctx.publicUrl}/admin${place}` };
  });
  return { lines, total: rows[0]?.total ?? 0 };
}
