import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { ownValue } from '@/contract/core/own-value';
import type { Page } from '@/contract/core/paging';
import {
  type NotifyLog,
  notifyLogsEndpoint,
  type UnreadNotifications,
} from '@/contract/messaging/notifications';
import { type NotifyType, notifyTypes } from '@/contract/messaging/notifications/kinds';
import type { UserCtx } from '@/server/core/context';
import { AppError, rejectValue } from '@/server/core/errors';
import type { JsonRecord } from '@/server/core/json-record';
import { toUser } from '@/server/core/live/audiences';
import { publish } from '@/server/core/live/publish';
import { readPathId, wholeNumber } from '@/server/core/numbers';
import { listRules, wrapPage } from '@/server/core/page-envelope';
import { askedPairs, checkList } from '@/server/core/resource/list-query';
import { isStillVisible } from './policy';

const rules = listRules(notifyLogsEndpoint, {
  search: { notify_type: 'eq', is_read: 'eq', receiver: 'eq' },
  defaultSort: { orderBy: 'created_at', sortedBy: 'desc' },
});

/** Sortable columns. */
const sorts: Record<string, RawBuilder<unknown>> = {
  id: sql`n.id`,
  created_at: sql`n.created_at`,
  updated_at: sql`n.created_at`,
};

/** `GET notify-logs`: the caller's own, newest first. Throws VALIDATION_FAILED. */
export async function listNotifications(ctx: UserCtx, query: JsonRecord): Promise<Page<NotifyLog>> {
  const checked = checkList(rules, query, ctx);
  const conditions = askedPairs(checked).map(({ key, value }) => conditionOf(ctx, key, value));
  const where = sql.join([isOwn(ctx), ...conditions], sql` and `);
  const direction = checked.sortedBy === 'asc' ? sql`asc` : sql`desc`;
  const { rows } = await sql<NotifyLog>`${select} where ${where}
    order by ${ownValue(sorts, checked.orderBy) ?? sql`n.created_at`} ${direction}, n.id ${direction}
    limit ${checked.limit} offset ${(checked.page - 1) * checked.limit}`.execute(ctx.db);
  const { rows: counted } = await sql<{ total: number }>`
    select count(*)::int as total from notify_logs n where ${where}`.execute(ctx.db);
  const found = { data: rows.map(present), total: counted[0]?.total ?? 0, isEstimate: false };
  return wrapPage(rules, checked, query, found);
}

/** `GET notify-logs/unread`: unread count for the bell. */
export async function unreadNotifications(ctx: UserCtx): Promise<UnreadNotifications> {
  const { rows } = await sql<{ total: number }>`select count(*)::int as total from notify_logs n
    where ${isOwn(ctx)} and not n.is_read`.execute(ctx.db);
  return { total: rows[0]?.total ?? 0 };
}

/** `GET notify-logs/{id}`. Throws NOT_FOUND for another's. */
export async function getNotification(ctx: UserCtx, key: unknown): Promise<NotifyLog> {
  const { rows } = await sql<NotifyLog>`${select} where ${isOwn(ctx)} and n.id = ${readPathId(key)}`.execute(
    ctx.db,
  );
  if (!rows[0]) throw new AppError('NOT_FOUND');
  return present(rows[0]);
}

/** `POST notify-log-seen {id}`: idempotent. Throws NOT_FOUND for another's. */
export async function seeNotification(ctx: UserCtx, key: unknown): Promise<NotifyLog> {
  const { id } = await getNotification(ctx, key);
  await markRead(ctx, sql`n.id = ${id}`, id);
  return getNotification(ctx, id);
}

/**
 * `POST notify-log-read-all`: marks all the caller's notifications, or one kind. Returns those that were unread, at
 * most a page. Throws VALIDATION_FAILED for an unknown kind, NOT_FOUND for another receiver.
 */
export async function seeAllNotifications(ctx: UserCtx, body: JsonRecord): Promise<NotifyLog[]> {
  const { notify_type: type, receiver } = body;
  if (receiver !== undefined && receiver !== null && wholeNumber(receiver) !== ctx.user.id)
    throw new AppError('NOT_FOUND');
  const isAll = type === undefined || type === null || type === '';
  if (!isAll && !isType(type)) rejectValue('notify_type');
  const ids = await markRead(ctx, isAll ? sql`true` : sql`n.notify_type = ${type}`, null);
  if (ids.length === 0) return [];
  const { rows } =
    await sql<NotifyLog>`${select} where ${isOwn(ctx)} and n.id = any(${ids.slice(0, 100)}::bigint[])
    order by n.created_at desc, n.id desc`.execute(ctx.db);
  return rows.map(present);
}

/** `DELETE notify-logs/{id}`: deletes an own notification permanently. Throws NOT_FOUND for another's. */
export async function removeNotification(ctx: UserCtx, key: unknown): Promise<void> {
  const { id } = await getNotification(ctx, key);
  await sql`delete from notify_logs n where n.id = ${id} and ${isOwn(ctx)}`.execute(ctx.db);
  await publish(ctx, [toUser(ctx.user.id)], 'notification', { id, change: 'read' });
}

/** Marks notifications of subjects that the user has opened elsewhere. */
export async function markSubjectsRead(
  ctx: UserCtx,
  type: NotifyType,
  ids: readonly number[],
): Promise<void> {
  await markRead(ctx, sql`n.notify_type = ${type} and n.subject_id = any(${ids}::bigint[])`, null);
}

async function markRead(ctx: UserCtx, which: RawBuilder<unknown>, id: number | null): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`update notify_logs n set is_read = true, read_at = ${ctx.now}
    where ${isOwn(ctx)} and not n.is_read and ${which} returning n.id`.execute(ctx.db);
  if (rows.length > 0) await publish(ctx, [toUser(ctx.user.id)], 'notification', { id, change: 'read' });
  return rows.map((row) => row.id);
}

/** The user's own notifications, without those whose right or shop was lost. */
const isOwn = (ctx: UserCtx) => sql<SqlBool>`(n.receiver = ${ctx.user.id}
  and exists (select 1 from users r where r.id = n.receiver and ${isStillVisible}))`;

const select = sql`select n.id, n.receiver, n.sender, n.notify_type, n.notify_event, n.notify_receiver_type, n.is_read,
    n.notify_text, n.notify_tracker, n.subject_id, n.created_at,
    coalesce(n.read_at, n.created_at) as updated_at,
    case when u.id is not null then jsonb_build_object('id', u.id, 'name', u.name, 'avatar', u.avatar,
      'profile', jsonb_build_object('avatar', u.avatar)) end as sender_user,
    case when s.id is not null then jsonb_build_object('id', s.id, 'name', s.name, 'slug', s.slug) end as shop
  from notify_logs n left join users u on u.id = n.sender and u.deleted_at is null left join shops s on s.id = n.shop_id`;

function conditionOf(ctx: UserCtx, key: string, value: string): RawBuilder<SqlBool> {
  if (key === 'receiver') {
    if (wholeNumber(value) !== ctx.user.id) throw new AppError('NOT_FOUND');
    return sql<SqlBool>`true`;
  }
  if (key === 'notify_type' && isType(value)) return sql<SqlBool>`n.notify_type = ${value}`;
  if (key === 'is_read' && /^(0|1|true|false)$/.test(value))
    return sql<SqlBool>`n.is_read = ${value === '1' || value === 'true'}`;
  rejectValue(key || 'search');
}

function isType(value: unknown): value is NotifyType {
  return notifyTypes.some((type) => type === value);
}

function present(row: NotifyLog): NotifyLog {
  const { created_at, updated_at } = row;
  return {
    ...row,
    created_at: new Date(created_at).toISOString(),
    updated_at: new Date(updated_at ?? created_at).toISOString(),
  };
}
