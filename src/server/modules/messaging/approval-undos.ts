import { sql } from 'kysely';
import type { NotifyType } from '@/contract/messaging/notifications/kinds';
import type { Ctx } from '@/server/core/context';
import { AppError } from '@/server/core/errors';
import type { JsonRecord } from '@/server/core/json-record';
import { withdrawUnsent } from './outbox';

/** As long as a handover can be undone (rules/shops: an approval can be undone for thirty seconds). */
const undoMs = 30_000;

/** Messages that carry it leave the outbox at `until`, and never after an undo. */
export interface ApprovalUndo {
  id: number;
  until: Date;
  isApproval: true;
}

interface Approved {
  family: 'shops' | 'product-reviews';
  id: number;
}

/** Remembers what an approved row was. `version` is the one that the approval left. */
export const openApprovalUndo = (ctx: Ctx, { family, id }: Approved, version: number, before: object) =>
  insertUndo(ctx, { family, row_id: id, version, before });

/** The same for rows that were approved together: `before` says which, at which versions. */
export const openCommonUndo = (ctx: Ctx, family: Approved['family'], before: object) =>
  insertUndo(ctx, { family, row_id: null, version: null, before });

interface StoredUndo {
  family: Approved['family'];
  row_id: number | null;
  version: number | null;
  before: object;
}

async function insertUndo(ctx: Ctx, { before, ...row }: StoredUndo): Promise<ApprovalUndo> {
  const until = new Date(ctx.now.getTime() + undoMs);
  const undo = await ctx.db
    .insertInto('approval_undos')
    .values({ ...row, until, before: JSON.stringify(before) })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id: undo.id, until, isApproval: true };
}

/** Before another decision: messages of the approval leave now, before those of the decision. */
export async function endApprovalUndo(ctx: Ctx, { family, id }: Approved): Promise<void> {
  await sql`with ended as (select id from approval_undos where family = ${family} and row_id = ${id})
    update outbox set next_at = least(next_at, ${ctx.now}), approval_undo_id = null
    where approval_undo_id in (select id from ended) and sent_at is null`.execute(ctx.db);
  await ctx.db.deleteFrom('approval_undos').where('family', '=', family).where('row_id', '=', id).execute();
}

/**
 * Withdraws the messages of an approval whose row the caller has locked, and returns what the row was. Throws
 * ACTION_NOT_VALID when the time is over, the row has changed since, or a message has left.
 */
export async function takeApprovalUndo(
  ctx: Ctx,
  { family, id }: Approved,
  version: number,
): Promise<{ before: JsonRecord; since: Date }> {
  const undo = await ctx.db
    .selectFrom('approval_undos')
    .select(['id', 'until', 'before'])
    .where('family', '=', family)
    .where('row_id', '=', id)
    .where('version', '=', version)
    .where('until', '>', ctx.now)
    .orderBy('id', 'desc')
    .executeTakeFirst();
  if (!undo) throw approvalStands();
  await withdrawMessages(ctx, [undo.id]);
  return { before: undo.before as JsonRecord, since: new Date(undo.until.getTime() - undoMs) };
}

/** Undos of rows approved together. Throws ACTION_NOT_VALID when one is over or taken already. */
export async function readCommonUndos(
  ctx: Ctx,
  family: Approved['family'],
  ids: readonly number[],
): Promise<{ before: JsonRecord; since: Date }[]> {
  const found = await ctx.db
    .selectFrom('approval_undos')
    .select(['until', 'before'])
    .where('id', 'in', ids)
    .where('family', '=', family)
    .where('row_id', 'is', null)
    .where('until', '>', ctx.now)
    .orderBy('id')
    .execute();
  if (found.length < new Set(ids).size) throw approvalStands();
  return found.map(({ before, until }) => ({
    before: before as JsonRecord,
    since: new Date(until.getTime() - undoMs),
  }));
}

/** Ends undos with their messages. Throws ACTION_NOT_VALID when a message has left, or somebody took one meanwhile. */
export async function withdrawMessages(ctx: Ctx, undos: readonly number[]): Promise<void> {
  if (!(await withdrawUnsent(ctx, 'approval_undo_id', undos))) throw approvalStands();
  const ended = await ctx.db.deleteFrom('approval_undos').where('id', 'in', undos).returning('id').execute();
  if (ended.length < new Set(undos).size) throw approvalStands();
}

export const approvalStands = () =>
  new AppError('ACTION_NOT_VALID', { fields: { approval: ['error-approval-stands'] } });

/** Bells that an approval rang since a moment. */
export async function withdrawNotifications(
  ctx: Ctx,
  { type, event, tracker }: { type: NotifyType; event: string; tracker: number },
  since: Date,
): Promise<void> {
  await ctx.db
    .deleteFrom('notify_logs')
    .where('notify_type', '=', type)
    .where('notify_event', '=', event)
    .where('notify_tracker', '=', String(tracker))
    .where('created_at', '>=', since)
    .execute();
}

/** Nothing reads them after their time. */
export async function forgetApprovalUndos(ctx: Ctx): Promise<void> {
  await ctx.db.deleteFrom('approval_undos').where('until', '<', ctx.now).execute();
}
