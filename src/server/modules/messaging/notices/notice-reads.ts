import { type RawBuilder, sql } from 'kysely';
import type { Me } from '@/contract/accounts/auth';
import {
  maxBanners,
  type NoticeReaders,
  type UnreadNotices,
} from '@/contract/messaging/store-notices/schema';
import { audit } from '@/server/core/audit';
import { isAdmin, type UserCtx } from '@/server/core/context';
import { inWords } from '@/server/core/db/search';
import { AppError, rejectValue } from '@/server/core/errors';
import { toUser } from '@/server/core/live/audiences';
import { publishEach } from '@/server/core/live/publish';
import { markSubjectsRead } from '../notifications';
import { isReceived, receiverRows } from './policy';
import { storeNoticesService } from './store-notices';

/** Read state of a notice, in the shape of the dialect. */
export interface ReadMark {
  store_notice_id: number;
  user_id: number;
  is_read: boolean;
}

/**
 * `POST store-notices/read`: marks a notice as read, or as unread with `is_read: false`; idempotent. Throws NOT_FOUND
 * for a notice that the caller may not see.
 */
export async function markNotice(ctx: UserCtx, id: number, isRead: boolean): Promise<ReadMark> {
  await storeNoticesService.get(ctx, String(id));
  const changed = isRead ? await addMarks(ctx, [id]) : await removeMark(ctx, id);
  if (changed.length > 0) {
    await audit(ctx, { family: 'store-notices', id, action: isRead ? 'read' : 'unread', changes: {} });
    await publishToOwnWindows(ctx, changed);
  }
  return markOf(ctx, id, isRead);
}

/**
 * `POST store-notices/read-all`: marks all notices in force addressed to the caller, or only the given `notices`.
 * Throws NOT_FOUND when one of them is not the caller's.
 */
export async function markAllNotices(ctx: UserCtx, named: unknown): Promise<ReadMark[]> {
  const ids = named === undefined || named === null ? await unreadIds(ctx) : idsOf(named);
  if (named !== undefined && named !== null)
    for (const id of ids) await storeNoticesService.get(ctx, String(id));
  const changed = await addMarks(ctx, ids);
  for (const id of changed) await audit(ctx, { family: 'store-notices', id, action: 'read', changes: {} });
  if (changed.length > 0) await publishToOwnWindows(ctx, changed);
  return ids.map((id) => markOf(ctx, id, true));
}

/** `GET store-notices/unread`, for the menu badge and the banner. */
export async function unreadNotices(ctx: UserCtx): Promise<UnreadNotices> {
  const { rows } = await sql<{ total: number; high: UnreadNotices['high'] | null }>`
    with unread as (select id, priority, effective_from,
        coalesce(translations -> ${ctx.locale} ->> 'notice', notice) as notice,
        coalesce(translations -> ${ctx.locale} ->> 'description', description) as description
      from store_notices where ${isUnread(ctx)})
    select (select count(*)::int from unread) as total,
      (select jsonb_agg(jsonb_build_object('id', id, 'notice', notice, 'description', left(description, 300))
          order by effective_from desc, id desc)
        from (select * from unread where priority = 'high' order by effective_from desc, id desc
          limit ${sql.lit(maxBanners)}) first) as high`.execute(ctx.db);
  return { total: rows[0]?.total ?? 0, high: rows[0]?.high ?? [] };
}

/** Selects the newest unread notice of high priority with the number of further ones; null for none. */
export const importantNotice = (ctx: UserCtx): RawBuilder<Me['notice']> =>
  sql`(select jsonb_build_object('id', id, 'notice', coalesce(translations -> ${ctx.locale} ->> 'notice', notice),
      'others', count(*) over () - 1)
    from store_notices where ${isUnread(ctx)} and priority = 'high' order by effective_from desc, id desc limit 1)`;

/** `GET store-notices/{id}/readers`. Throws NOT_FOUND for an unreadable notice, FORBIDDEN for another author's. */
export async function noticeReaders(ctx: UserCtx, key: string): Promise<NoticeReaders> {
  const notice = await storeNoticesService.get(ctx, key);
  if (!isAdmin(ctx) && notice.created_by !== ctx.user.id) throw new AppError('FORBIDDEN');
  const { rows } = await sql<{ id: number; name: string; read_at: Date | null }>`
    select u.id, u.name, r.read_at from (${receiverRows(Number(notice.id))}) u
    left join store_notice_reads r on r.store_notice_id = ${Number(notice.id)} and r.user_id = u.id
    order by r.read_at desc nulls last, ${inWords(sql.ref('u.name'))}, u.id`.execute(ctx.db);
  const data = rows.map((row) => ({ ...row, read_at: row.read_at?.toISOString() ?? null }));
  return { total: data.length, read: data.filter(({ read_at }) => read_at !== null).length, data };
}

/** Notices from before the person registered can be read, but do not wait for them. */
const isUnread = (ctx: UserCtx) => sql<boolean>`deleted_at is null and ${isReceived(ctx)}
  and store_notices.created_at >= (select created_at from users where users.id = ${ctx.user.id})
  and not exists (select 1 from store_notice_reads r
    where r.store_notice_id = store_notices.id and r.user_id = ${ctx.user.id})`;

async function unreadIds(ctx: UserCtx): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from store_notices where ${isUnread(ctx)} order by id`.execute(ctx.db);
  return rows.map(({ id }) => id);
}

/** Returns the newly marked ids; concurrent calls insert one row. */
async function addMarks(ctx: UserCtx, ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0) return [];
  const added = await ctx.db
    .insertInto('store_notice_reads')
    .values(ids.map((id) => ({ store_notice_id: id, user_id: ctx.user.id, read_at: ctx.now })))
    .onConflict((conflict) => conflict.doNothing())
    .returning('store_notice_id')
    .execute();
  await markSubjectsRead(ctx, 'store_notice', ids);
  return added.map((row) => row.store_notice_id);
}

async function removeMark(ctx: UserCtx, id: number): Promise<number[]> {
  const gone = await ctx.db
    .deleteFrom('store_notice_reads')
    .where('store_notice_id', '=', id)
    .where('user_id', '=', ctx.user.id)
    .returning('store_notice_id')
    .execute();
  return gone.map((row) => row.store_notice_id);
}

async function publishToOwnWindows(ctx: UserCtx, ids: readonly number[]): Promise<void> {
  const audiences = [toUser(ctx.user.id)];
  const events = ids.map((id) => ({ audiences, data: { id, change: 'read' as const } }));
  await publishEach(ctx, 'notice', events);
}

function idsOf(named: unknown): number[] {
  const isId = (one: unknown): one is number => Number.isSafeInteger(one) && Number(one) > 0;
  if (!Array.isArray(named) || named.length > 200 || !named.every(isId)) rejectValue('notices');
  return [...new Set(named.filter(isId))].sort((one, other) => one - other);
}

function markOf(ctx: UserCtx, id: number, isRead: boolean): ReadMark {
  return { store_notice_id: id, user_id: ctx.user.id, is_read: isRead };
}
