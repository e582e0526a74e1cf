import { sql } from 'kysely';
import type { StaffScope } from '@/contract/core/permissions';
import type { NotifyEvent, NotifyType } from '@/contract/messaging/notifications/kinds';
import type { Bell } from '@/contract/settings/event-names';
import type { Ctx } from '@/server/core/context';
import { toUser } from '@/server/core/live/audiences';
import { publishEach } from '@/server/core/live/publish';
import { bellOn } from './event-switches';

/** An event to notify people about. */
export interface Notification {
  /**
   * User ids. The actor, inactive users and those who muted the kind are skipped; nobody is notified when the
   * settings disable the kind.
   */
  receivers: readonly number[];
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

/** Settings toggle of each kind. */
const toggles = {
  order: 'order',
  message: 'message',
  store_notice: 'storeNotice',
  refund: 'refund',
  withdraw: 'withdraw',
  shop: 'shop',
  product: 'product',
  review: 'review',
  question: 'question',
} as const satisfies Record<NotifyType, Bell>;

/**
 * Creates a notification for each receiver and publishes a live event. Runs in the transaction of the event. Unread
 * messages of one conversation share one notification.
 */
export async function notify(ctx: Ctx, notification: Notification): Promise<void> {
  if (notification.receivers.length === 0 || !(await bellOn(ctx, toggles[notification.type]))) return;
  const { type, tracker, event = 'new', subjectId, shopId = null } = notification;
  const subject = subjectId ?? (typeof tracker === 'number' ? tracker : null);
  const { rows } = await sql<{ id: number; receiver: number }>`
    insert into notify_logs (receiver, sender, notify_type, notify_event, notify_receiver_type, notify_text,
      notify_tracker, subject_id, shop_id, created_at)
    select u.id, ${ctx.user?.id ?? null}::bigint, ${type}::text, ${event}::text,
      case when u.permissions @> array['super_admin'] then 'admin'
        when u.permissions && array['store_owner', 'staff'] then 'vendor' else 'customer' end,
      ${truncate(notification.text)}::text, ${String(tracker)}::text, ${subject}::bigint, ${shopId}::bigint, ${ctx.now}::timestamptz
    from users u left join notification_preferences p on p.user_id = u.id
    where u.id = any(${[...new Set(notification.receivers)]}::bigint[]) and u.id is distinct from ${ctx.user?.id ?? null}::bigint
      and u.is_active and u.deleted_at is null and not (${type}::text = any(coalesce(p.muted, '{}')))
    order by u.id
    on conflict (receiver, notify_tracker) where notify_type = 'message' and not is_read
      do update set sender = excluded.sender, notify_text = excluded.notify_text, created_at = excluded.created_at
    returning id, receiver`.execute(ctx.db);
  const told = rows.map(({ id, receiver }) => ({
    audiences: [toUser(receiver)],
    data: { id, change: 'added' as const },
  }));
  await publishEach(ctx, 'notification', told);
}

/** Ids of all active administrators. */
export async function adminIds(ctx: Ctx): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select id from users
    where permissions @> array['super_admin'] and is_active and deleted_at is null order by id`.execute(
    ctx.db,
  );
  return rows.map(({ id }) => id);
}

/** The shop's owner and, with `scope`, its staff with that permission. */
export async function shopPeopleIds(ctx: Ctx, shopId: number, scope?: StaffScope): Promise<number[]> {
  const staff = scope ? `staff:${scope}` : null;
  const { rows } = await sql<{ id: number }>`
    select owner_id as id from shops where id = ${shopId} and owner_id is not null
    union
    select id from users where ${staff}::text is not null and shop_id = ${shopId} and is_active and deleted_at is null
      and permissions @> array['staff', ${staff}::text]`.execute(ctx.db);
  return rows.map(({ id }) => id);
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
