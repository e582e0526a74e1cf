import { sql } from 'kysely';
import { businessDay } from '@/contract/business-day';
import { isAllowed, ownerOnly } from '@/contract/permissions';
import { storeNotices } from '@/contract/store-notices';
import {
  adminNoticeTypes,
  type NoticeReceiver,
  type NoticeType,
  ownerNoticeTypes,
} from '@/contract/store-notices/schema';
import { type Ctx, isAdmin, shopIdsOf, type UserCtx } from '../context';
import { AppError } from '../errors';
import type { Policy } from '../policies/own-shop';
import { audit } from './audit';
import { isOneOf, type Values } from './resource-query';
import type { Along } from './resource-relations';
import { resourceService } from './resource-service';

/**
 * Who sees and edits notices (reference rules R-210…R-219): administrators all; an owner those he wrote and those sent
 * to him or his shops; staff those sent to the shop. Only the author (or an administrator) edits one. Receivers see a
 * notice from its first to its last day.
 */
const noticePolicy: Policy = (ctx, purpose) => {
  if (isAdmin(ctx)) return undefined;
  const { user } = ctx;
  if (!user) return (eb) => eb.val(false);
  const own = sql<boolean>`created_by = ${user.id}`;
  if (purpose === 'write') return () => own;
  const shops = shopIdsOf(user);
  return () => sql<boolean>`(${own} or (
    effective_from <= ${today(ctx)} and expired_at >= ${today(ctx)} and (
      exists (select 1 from store_notice_users r where r.store_notice_id = store_notices.id and r.user_id = ${user.id})
      or exists (select 1 from store_notice_shops r where r.store_notice_id = store_notices.id
        and r.shop_id = any(${shops}::bigint[]))
    )))`;
};

interface Receiver {
  id: number;
  name: string;
}
type Creator = Receiver & { email: string; permissions: string[] };

/** Receivers, author and the caller's own read mark. */
const around: Record<string, Along> = {
  users: (_ctx, ids) => sql`select r.store_notice_id as id,
      jsonb_agg(jsonb_build_object('id', u.id, 'name', u.name) order by u.id) as value
    from store_notice_users r join users u on u.id = r.user_id
    where r.store_notice_id = any(${ids}::bigint[]) group by r.store_notice_id`,
  shops: (_ctx, ids) => sql`select r.store_notice_id as id,
      jsonb_agg(jsonb_build_object('id', s.id, 'name', s.name, 'slug', s.slug) order by s.id) as value
    from store_notice_shops r join shops s on s.id = r.shop_id
    where r.store_notice_id = any(${ids}::bigint[]) group by r.store_notice_id`,
  creator: (_ctx, ids) => sql`select n.id, jsonb_build_object('id', u.id, 'name', u.name, 'email', u.email,
      'permissions', u.permissions) as value
    from store_notices n join users u on u.id = n.created_by where n.id = any(${ids}::bigint[])`,
  is_read: (ctx, ids) => sql`select store_notice_id as id, true as value from store_notice_reads
    where store_notice_id = any(${ids}::bigint[]) and user_id = ${ctx.user?.id ?? 0}`,
};

export const storeNoticesService = resourceService(storeNotices, {
  table: 'store_notices',
  policy: noticePolicy,
  elsewhere: ['received_by'],
  conditions: {
    'shops.slug': (
      _eb,
      slug,
    ) => sql<boolean>`exists (select 1 from store_notice_shops r join shops s on s.id = r.shop_id
      where r.store_notice_id = store_notices.id and s.slug = ${slug})`,
    'users.id': (_eb, id) => sql<boolean>`exists (select 1 from store_notice_users r
      where r.store_notice_id = store_notices.id and ${isOneOf('r.user_id', [id])})`,
    is_current: (_eb, value, ctx) => {
      const isCurrent = sql<boolean>`(${today(ctx)} between effective_from and expired_at)`;
      return value === '1' || value === 'true' ? isCurrent : sql<boolean>`not ${isCurrent}`;
    },
  },
  onCreate: async (ctx) => ({ created_by: ctx.user?.id }),
  onUpdate: (ctx) => ({ updated_by: ctx.user?.id }),
  afterSave: saveReceivers,
  along: around,
  present: presentNotices,
});

/**
 * Checks the type against the author's role and the receivers against the author's rights, then writes them. An
 * administrator who edits an owner's notice picks among that owner's shops.
 */
async function saveReceivers(ctx: Ctx, id: number, input: Values, sent: readonly string[]): Promise<void> {
  if (!sent.includes('type') && !sent.includes('received_by')) return;

  const type = input.type as NoticeType;
  const author = await ctx.db
    .selectFrom('store_notices')
    .innerJoin('users', 'users.id', 'store_notices.created_by')
    .select(['users.id', 'users.permissions'])
    .where('store_notices.id', '=', id)
    .executeTakeFirstOrThrow();
  const types: readonly string[] = author.permissions.includes('super_admin')
    ? adminNoticeTypes
    : ownerNoticeTypes;
  if (!types.includes(type))
    throw new AppError('VALIDATION_FAILED', { fields: { type: ['error-type-required'] } });

  const allowed = (await receiversOf(ctx, type, author.id)).map((receiver) => receiver.id);
  const picked = type.startsWith('all_') ? allowed : [...new Set((input.received_by ?? []) as number[])];
  const isForeign = picked.some((receiver) => !allowed.includes(receiver));
  if (isForeign) throw new AppError('VALIDATION_FAILED', { fields: { received_by: ['error-wrong-value'] } });

  await ctx.db.deleteFrom('store_notice_users').where('store_notice_id', '=', id).execute();
  await ctx.db.deleteFrom('store_notice_shops').where('store_notice_id', '=', id).execute();
  if (picked.length > 0) await insertReceivers(ctx, id, type, picked);
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

/** Vendors for an administrator, own shops for an owner (reference rules R-212: active ones only). */
async function receiversOf(ctx: Ctx, type: NoticeType, authorId: number): Promise<NoticeReceiver[]> {
  if (type.endsWith('_vendor')) {
    const vendors = await ctx.db
      .selectFrom('users')
      .select(['id', 'name'])
      .where(sql<boolean>`permissions @> array['store_owner'] and not permissions @> array['super_admin']`)
      .where('is_active', '=', true)
      .where('deleted_at', 'is', null)
      .orderBy(sql`name collate "und-x-icu"`)
      .execute();
    return vendors.map((vendor) => ({ ...vendor, slug: null }));
  }
  return ctx.db
    .selectFrom('shops')
    .select(['id', 'name', 'slug'])
    .where('owner_id', '=', authorId)
    .where('is_active', '=', true)
    .where('deleted_at', 'is', null)
    .orderBy(sql`name collate "und-x-icu"`)
    .execute();
}

/** `GET store-notices/getStoreNoticeType`: what the caller may choose among (reference rules R-211). */
export function noticeTypesFor(ctx: UserCtx): { name: string; value: NoticeType }[] {
  const types: readonly NoticeType[] = isAdmin(ctx) ? adminNoticeTypes : ownerNoticeTypes;
  return types.map((value) => ({ name: value.replaceAll('_', ' ').toUpperCase(), value }));
}

/** `GET store-notices/getUsersToNotify`: whom the caller may pick. Throws ACTION_NOT_VALID for a type that takes no list. */
export async function usersToNotify(ctx: UserCtx, type: unknown) {
  const specific = isAdmin(ctx) ? 'specific_vendor' : 'specific_shop';
  // Some clients send no or a malformed type (reference endpoints §15): they mean the list that the caller has.
  if (typeof type === 'string' && type.startsWith('all_')) throw new AppError('ACTION_NOT_VALID');
  if (!isAdmin(ctx) && !isAllowed(ownerOnly, ctx.user.permissions)) return [];
  return receiversOf(ctx, specific, ctx.user.id);
}

/** `POST store-notices/read`: marks a visible notice as read by the caller; a second time changes nothing. */
export async function markRead(ctx: UserCtx, id: number) {
  await storeNoticesService.get(ctx, String(id));
  const added = await ctx.db
    .insertInto('store_notice_reads')
    .values({ store_notice_id: id, user_id: ctx.user.id, read_at: ctx.now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('user_id')
    .executeTakeFirst();
  if (added) await audit(ctx, { family: 'store-notices', id, action: 'read', changes: {} });
  return { store_notice_id: id, user_id: ctx.user.id, is_read: true };
}

/** What of a notice the caller may know: a receiver learns that he was told, not who else was. */
async function presentNotices(ctx: Ctx, rows: Values[]): Promise<Values[]> {
  return rows.map((row) => {
    const isAuthor = isAdmin(ctx) || row.created_by === ctx.user?.id;
    const creator = row.creator as Creator | null;
    const toUsers = ((row.users ?? []) as Receiver[])
      .filter((one) => isAuthor || one.id === ctx.user?.id)
      .map((one) => ({ ...one, slug: null }));
    const mine = ctx.user ? shopIdsOf(ctx.user) : [];
    const toShops = ((row.shops ?? []) as Receiver[]).filter((one) => isAuthor || mine.includes(one.id));
    return {
      ...row,
      users: toUsers,
      shops: toShops,
      received_by: [...toUsers, ...toShops].map((one) => one.id),
      is_read: row.is_read === true,
      creator_role: creator?.permissions.includes('super_admin') ? 'Super admin' : 'Store owner',
      creator: { id: creator?.id, name: creator?.name, ...(isAuthor && { email: creator?.email }) },
    };
  });
}

function today(ctx: Ctx): string {
  // A notice begins and ends at midnight in Moscow, not in Greenwich.
  return businessDay(ctx.now);
}
