import { sql } from 'kysely';
import type { LiveEvents } from '@/contract/core/live';
import type { Ctx } from '@/server/core/context';
import { toAdmins, toUser } from '@/server/core/live/audiences';
import { publish } from '@/server/core/live/publish';
import { inTransaction } from '@/server/core/transaction';
import { notify } from '../notify';
import { isInForce, receiverIds } from './policy';

/** Live event about a changed notice to receivers, `others`, the author and administrators. */
export async function notifyNotice(
  ctx: Ctx,
  id: number,
  change: LiveEvents['notice']['change'],
  others: readonly number[] = [],
): Promise<void> {
  const people = [...(await receiverIds(ctx, id)), ...others, ...(ctx.user ? [ctx.user.id] : [])];
  await publish(ctx, [toAdmins('content'), ...people.map(toUser)], 'notice', { id, change });
}

/**
 * Creates notifications of a notice in force for receivers who have none yet. Future notices are announced by
 * `announceDue`.
 */
export async function announce(ctx: Ctx, id: number): Promise<void> {
  const notice = await ctx.db
    .updateTable('store_notices')
    .set({ announced_at: sql`coalesce(announced_at, ${ctx.now})` })
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .where(isInForce(ctx))
    .returning(['id', 'notice'])
    .executeTakeFirst();
  if (!notice) return;
  const notified = await ctx.db
    .selectFrom('notify_logs')
    .select('receiver')
    .where('notify_type', '=', 'store_notice')
    .where('subject_id', '=', id)
    .execute();
  const known = new Set(notified.map(({ receiver }) => receiver));
  const receivers = (await receiverIds(ctx, id)).filter((one) => !known.has(one));
  await notify(ctx, { receivers, type: 'store_notice', tracker: id, text: notice.notice });
}

/** Deletes the notifications of notices removed at `ctx.now`: they lead nowhere. */
export async function withdrawAnnouncements(ctx: Ctx): Promise<void> {
  const gone = await ctx.db
    .deleteFrom('notify_logs')
    .where('notify_type', '=', 'store_notice')
    .where('subject_id', 'in', (eb) =>
      eb.selectFrom('store_notices').select('store_notices.id').where('deleted_at', '=', ctx.now),
    )
    .returning('receiver')
    .execute();
  const people = gone.map(({ receiver }) => toUser(receiver));
  await publish(ctx, people, 'notification', { id: null, change: 'read' });
}

/** Announces notices that have come into force, each once, also with several processes. */
export async function announceDue(ctx: Ctx): Promise<void> {
  while (await inTransaction(ctx, announceNext));
}

async function announceNext(ctx: Ctx): Promise<boolean> {
  const next = await ctx.db
    .selectFrom('store_notices')
    .select('id')
    .where('announced_at', 'is', null)
    .where('deleted_at', 'is', null)
    .where(isInForce(ctx))
    .orderBy('id')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  if (!next) return false;
  await announce(ctx, next.id);
  await notifyNotice(ctx, next.id, 'saved');
  return true;
}
