import { sql } from 'kysely';
import type { Area } from '@/contract/core/areas';
import type { StaffScope } from '@/contract/core/permissions';
import type { NotifyEvent, NotifyType } from '@/contract/messaging/notifications/kinds';
import type { Bell } from '@/contract/settings/event-names';
import type { Ctx } from '@/server/core/context';
import { toUser } from '@/server/core/live/audiences';
import { publishEach } from '@/server/core/live/publish';
import { roleHolds } from '@/server/core/rights/role-holds';
import { bellOn } from './event-switches';

/** An event to notify people about. */
export interface Notification {
  /**
   * User ids. The actor, inactive users and those who muted the kind are skipped; nobody is notified when the
   * settings disable the kind.
   */
  receivers: readonly number[];
  /** Who caused it, when it is told later; by default whoever acts. */
  from?: number;
  type: NotifyType;
  /** Defaults to `new`. */
  event?: NotifyEvent;
  /** An order's tracking number, otherwise the subject's id. */
  tracker: string | number;
  /** Subject id, when the tracker is not it. */
  subjectId?: number;
  /** User content or a name, truncated here; never our own sentence. */
  text?: string | null;
  /** The shop whose pages show the subject. */
  shopId?: number | null;
}

const maxTextLength = 120;

/**
 * Creates a notification for each receiver and publishes a live event. Runs in the transaction of the event. Unread
 * messages of one conversation share one notification.
 */
export async function notify(ctx: Ctx, notification: Notification): Promise<void> {
  await notifyEach(ctx, [notification]);
}

/** The same for several events in one statement. */
export async function notifyEach(ctx: Ctx, notifications: readonly Notification[]): Promise<void> {
  const asked = [];
  for (const notification of notifications) {
    const { receivers, type, tracker, event = 'new', subjectId, shopId = null, text } = notification;
    const bell: Bell = type === 'store_notice' ? 'storeNotice' : type;
    if (receivers.length === 0 || !(await bellOn(ctx, bell))) continue;
    const subject_id = subjectId ?? (typeof tracker === 'number' ? tracker : null);
    const columns = {
      type,
      event,
      text: truncate(text),
      tracker: String(tracker),
      subject_id,
      shop_id: shopId,
      sender: notification.from ?? ctx.user?.id ?? null,
    };
    asked.push(...[...new Set(receivers)].map((receiver) => ({ receiver, ...columns })));
  }
  if (asked.length === 0) return;
  const { rows } = await sql<{ id: number; receiver: number }>`
    insert into notify_logs (receiver, sender, notify_type, notify_event, notify_receiver_type, notify_text,
      notify_tracker, subject_id, shop_id, created_at)
    select u.id, n.sender, n.type, n.event,
      case when u.permissions @> array['super_admin'] then 'admin'
        when u.permissions && array['store_owner', 'staff'] then 'vendor' else 'customer' end,
      n.text, n.tracker, n.subject_id, n.shop_id, ${ctx.now}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb)
        as n (receiver bigint, sender bigint, type text, event text, text text, tracker text, subject_id bigint, shop_id bigint)
      join users u on u.id = n.receiver left join notification_preferences p on p.user_id = u.id
    where u.id is distinct from n.sender
      and u.is_active and u.deleted_at is null and not (n.type = any(coalesce(p.muted, '{}')))
    order by n.subject_id, u.id
    on conflict (receiver, notify_tracker) where notify_type = 'message' and not is_read
      do update set sender = excluded.sender, notify_text = excluded.notify_text, created_at = excluded.created_at
    returning id, receiver`.execute(ctx.db);
  const events = rows.map(({ id, receiver }) => ({
    audiences: [toUser(receiver)],
    data: { id, change: 'added' as const },
  }));
  await publishEach(ctx, 'notification', events);
}

/** Ids of all active administrators who may read the area. */
export async function adminIds(ctx: Ctx, area: Area): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select id from users
    where permissions @> array['super_admin'] and is_active and deleted_at is null
      and ${roleHolds(`${area}:read`)} order by id`.execute(ctx.db);
  return rows.map(({ id }) => id);
}

/** The shop's owner and, with `scope`, its staff with it, also those who work in another of their shops at the moment. */
export async function shopPeopleIds(ctx: Ctx, shopId: number, scope?: StaffScope): Promise<number[]> {
  return (await peopleOfShops(ctx, [shopId], scope)).map(({ id }) => id);
}

/** The same for several shops in one statement. */
export async function peopleOfShops(
  ctx: Ctx,
  shopIds: readonly number[],
  scope?: StaffScope,
): Promise<{ id: number; shop_id: number }[]> {
  const { rows } = await sql<{ id: number; shop_id: number }>`
    select owner_id as id, id as shop_id from shops where id = any(${shopIds}::bigint[]) and owner_id is not null
    union
    select u.id, m.shop_id from memberships m join users u on u.id = m.user_id
    where m.shop_id = any(${shopIds}::bigint[]) and m.deleted_at is null and ${scope ?? null}::text = any(m.scopes)
      and u.is_active and u.deleted_at is null`.execute(ctx.db);
  return rows;
}

/** Whether the user wants emails about unread messages. */
export async function wantsMessageMail(ctx: Ctx, userId: number): Promise<boolean> {
  const row = await ctx.db
    .selectFrom('notification_preferences')
    .select('message_mail')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row?.message_mail ?? true;
}

function truncate(text: string | null | undefined): string | null {
  const plain = text?.replace(/\s+/g, ' ').trim();
  if (!plain) return null;
  const characters = Array.from(plain);
  return characters.length > maxTextLength
    ? `${characters
        .slice(0, maxTextLength - 1)
        .join('')
        .trimEnd()}…`
    : plain;
}
