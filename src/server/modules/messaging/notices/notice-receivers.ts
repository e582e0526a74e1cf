import { sql } from 'kysely';
import { isAllowed, ownerOnly } from '@/contract/core/permissions';
import {
  adminNoticeTypes,
  type NoticeReceiver,
  type NoticeType,
  ownerNoticeTypes,
} from '@/contract/messaging/store-notices/schema';
import { type Ctx, isAdmin, type UserCtx } from '@/server/core/context';
import { inWords } from '@/server/core/db/search';
import { AppError, rejectField, rejectValue } from '@/server/core/errors';
import type { JsonRecord } from '@/server/core/json-record';
import { announce, notifyNotice } from './notice-announcements';
import { receiverIds } from './policy';

/** Runs after a save: validates and stores the receivers, then notifies them. */
export async function saveReceivers(
  ctx: Ctx,
  id: number,
  input: JsonRecord,
  sent: readonly string[],
): Promise<void> {
  const before = await receiverIds(ctx, id);
  if (sent.includes('type') || sent.includes('received_by')) await writeReceivers(ctx, id, input);
  // Former receivers get the event, too: the notice leaves their screens.
  await notifyNotice(ctx, id, 'saved', before);
  await announce(ctx, id);
}

/**
 * Validates the type against the author's role and the receivers against the author's rights, then stores them. When
 * an administrator edits an owner's notice, the owner's shops are the choice.
 */
async function writeReceivers(ctx: Ctx, id: number, input: JsonRecord): Promise<void> {
  const type = input.type as NoticeType;
  const author = await ctx.db
    .selectFrom('store_notices')
    .innerJoin('users', 'users.id', 'store_notices.created_by')
    .select(['users.id', 'users.permissions'])
    .where('store_notices.id', '=', id)
    .executeTakeFirstOrThrow();
  assertType(author.permissions.includes('super_admin') ? adminNoticeTypes : ownerNoticeTypes, type);
  const allowed = (await receiversOf(ctx, type, author.id)).map((receiver) => receiver.id);
  const picked = type.startsWith('all_') ? allowed : [...new Set((input.received_by ?? []) as number[])];
  const isForeign = picked.some((receiver) => !allowed.includes(receiver));
  if (isForeign) rejectValue('received_by');

  await ctx.db.deleteFrom('store_notice_users').where('store_notice_id', '=', id).execute();
  await ctx.db.deleteFrom('store_notice_shops').where('store_notice_id', '=', id).execute();
  // `all_vendor` is resolved on read, so later vendors are included.
  if (picked.length > 0 && type !== 'all_vendor') await insertReceivers(ctx, id, type, picked);
}

/** Throws VALIDATION_FAILED for a type that the author's role does not have. */
export function assertType(types: readonly NoticeType[], type: unknown): void {
  if (types.some((one) => one === type)) return;
  rejectField('type', 'error-type-required');
}

async function insertReceivers(ctx: Ctx, id: number, type: NoticeType, picked: number[]): Promise<void> {
  if (type.endsWith('_vendor')) {
    const rows = picked.map((user_id) => ({ store_notice_id: id, user_id }));
    await ctx.db.insertInto('store_notice_users').values(rows).execute();
    return;
  }
  const rows = picked.map((shop_id) => ({ store_notice_id: id, shop_id }));
  await ctx.db.insertInto('store_notice_shops').values(rows).execute();
}

/** Vendors for an administrator, own active shops for an owner. */
async function receiversOf(ctx: Ctx, type: NoticeType, authorId: number): Promise<NoticeReceiver[]> {
  if (type.endsWith('_vendor')) {
    const vendors = await ctx.db
      .selectFrom('users')
      .select(['id', 'name'])
      .where(sql<boolean>`permissions @> array['store_owner'] and not permissions @> array['super_admin']`)
      .where('is_active', '=', true)
      .where('deleted_at', 'is', null)
      .orderBy(inWords(sql.ref('name')))
      .execute();
    return vendors.map((vendor) => ({ ...vendor, slug: null }));
  }
  return ctx.db
    .selectFrom('shops')
    .select(['id', 'name', 'slug'])
    .where('owner_id', '=', authorId)
    .where('is_active', '=', true)
    .where('deleted_at', 'is', null)
    .orderBy(inWords(sql.ref('name')))
    .execute();
}

/**
 * `GET store-notices/getUsersToNotify`: receivers the caller may choose. Throws ACTION_NOT_VALID for a type without a
 * list.
 */
export async function usersToNotify(ctx: UserCtx, type: unknown) {
  const specific = isAdmin(ctx) ? 'specific_vendor' : 'specific_shop';
  // Some clients send no or an invalid type and expect the caller's own list.
  if (typeof type === 'string' && type.startsWith('all_')) throw new AppError('ACTION_NOT_VALID');
  if (!isAdmin(ctx) && !isAllowed(ownerOnly, ctx.user.permissions)) return [];
  return receiversOf(ctx, specific, ctx.user.id);
}
