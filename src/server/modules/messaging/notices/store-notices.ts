import { type RawBuilder, sql } from 'kysely';
import { storeNotices } from '@/contract/messaging/store-notices';
import {
  adminNoticeTypes,
  type NoticeType,
  ownerNoticeTypes,
} from '@/contract/messaging/store-notices/schema';
import { type Ctx, isAdmin, isOtherClient, ownShopIds, type UserCtx } from '@/server/core/context';
import { isOneOf } from '@/server/core/db/like';
import { type JsonRecord, pick } from '@/server/core/json-record';
import { isId } from '@/server/core/numbers';
import { worksInShops } from '@/server/core/resource/policy';
import type { Include } from '@/server/core/resource/relations';
import { type ResourceService, resourceService } from '@/server/core/resource/service';
import { notifyNotice, withdrawAnnouncements } from './notice-announcements';
import { assertType, saveReceivers } from './notice-receivers';
import { isActiveVendor, isInForce, isReceived, noticePolicy, receiverIds } from './policy';

interface Receiver {
  id: number;
  name: string;
}
type Creator = Receiver & { email: string; permissions: string[] };

/** Receivers, author, readers, and the caller's own read state. */
const relations: Record<string, Include> = {
  users: (ctx, ids) => sql`select n.id,
      jsonb_agg(jsonb_build_object('id', u.id, 'name', u.name) order by u.id) as value
    from store_notices n join users u on (n.type = 'all_vendor' and ${isActiveVendor})
      or exists (select 1 from store_notice_users r where r.store_notice_id = n.id and r.user_id = u.id)
    where n.id = any(${ids}) and (${isAdmin(ctx)}::boolean or u.id = ${ctx.user?.id ?? 0}
      or n.created_by = ${ctx.user?.id ?? 0}) group by n.id`,
  read_status: (ctx, ids) => sql`select r.store_notice_id as id,
      jsonb_agg(jsonb_build_object('id', u.id, 'name', u.name, 'pivot', jsonb_build_object('store_notice_id',
        r.store_notice_id, 'user_id', u.id, 'is_read', 1, 'read_at', r.read_at)) order by r.read_at desc, u.id) as value
    from store_notice_reads r join users u on u.id = r.user_id join store_notices n on n.id = r.store_notice_id
    where n.id = any(${ids}) and (${isAdmin(ctx)}::boolean or u.id = ${ctx.user?.id ?? 0}
      or n.created_by = ${ctx.user?.id ?? 0}) group by r.store_notice_id`,
  shops: (_ctx, ids) => sql`select r.store_notice_id as id,
      jsonb_agg(jsonb_build_object('id', s.id, 'name', s.name, 'slug', s.slug) order by s.id) as value
    from store_notice_shops r join shops s on s.id = r.shop_id
    where r.store_notice_id = any(${ids}) group by r.store_notice_id`,
  creator: (_ctx, ids) => sql`select n.id, jsonb_build_object('id', u.id, 'name', u.name, 'email', u.email,
      'permissions', u.permissions) as value
    from store_notices n join users u on u.id = n.created_by where n.id = any(${ids})`,
  is_read: (ctx, ids) => sql`select store_notice_id as id, true as value from store_notice_reads
    where store_notice_id = any(${ids}) and user_id = ${ctx.user?.id ?? 0}`,
};

const isToShop = (condition: RawBuilder<unknown>) =>
  sql<boolean>`exists (select 1 from store_notice_shops r join shops s on s.id = r.shop_id
    where r.store_notice_id = store_notices.id and ${condition})`;

const engine = resourceService(storeNotices, {
  table: 'store_notices',
  policy: noticePolicy,
  virtualFields: ['received_by'],
  conditions: {
    'shops.slug': (_eb, slug) => isToShop(sql`s.slug = ${slug}`),
    shop_id: (_eb, key) => isToShop(sql`${key} in (s.slug, s.id::text)`),
    // One's own id is the inbox: in force, and written by somebody else.
    'users.id': (_eb, id, ctx) =>
      ctx.user && id === String(ctx.user.id)
        ? isReceived({ ...ctx, user: ctx.user })
        : sql<boolean>`(exists (select 1 from store_notice_users r
      where r.store_notice_id = store_notices.id and ${isOneOf('r.user_id', [id])})
      or (type = 'all_vendor' and exists (select 1 from users u where ${isOneOf('u.id', [id])} and ${isActiveVendor})))`,
    is_current: (_eb, value, ctx) => matchesFlag(isInForce(ctx), value),
    is_read: (_eb, value, ctx) =>
      matchesFlag(
        sql<boolean>`exists (select 1 from store_notice_reads r
          where r.store_notice_id = store_notices.id and r.user_id = ${ctx.user?.id ?? 0})`,
        value,
      ),
  },
  onCreate: async (ctx, { type, is_listed }) => {
    if (!isAdmin(ctx)) assertType(ownerNoticeTypes, type);
    // In the dialect a shop's notices are on its page.
    return { created_by: ctx.user?.id, is_listed: is_listed ?? isOtherClient(ctx) };
  },
  onUpdate: (ctx, _before, { type }) => {
    if (!isAdmin(ctx) && type !== undefined) assertType(ownerNoticeTypes, type);
    return { updated_by: ctx.user?.id };
  },
  afterSave: saveReceivers,
  include: relations,
  present: presentNotices,
});

/** Store notices; removal also deletes their notifications and updates the receivers' screens. */
export const storeNoticesService: ResourceService = {
  ...engine,
  async remove(ctx, key) {
    // An invalid key is refused by the engine below.
    const receivers = isId(key) ? await receiverIds(ctx, Number(key)) : [];
    await engine.remove(ctx, key);
    await withdrawAnnouncements(ctx);
    await notifyNotice(ctx, Number(key), 'removed', receivers);
  },
  async bulkRemove(ctx, body) {
    const answer = await engine.bulkRemove(ctx, body);
    await withdrawAnnouncements(ctx);
    return answer;
  },
};

/** `GET store-notices/getStoreNoticeType`: types available to the caller. */
export function noticeTypesFor(ctx: UserCtx): { name: string; value: NoticeType }[] {
  const types: readonly NoticeType[] = isAdmin(ctx) ? adminNoticeTypes : ownerNoticeTypes;
  return types.map((value) => ({ name: value.replaceAll('_', ' ').toUpperCase(), value }));
}

/** What a visitor reads: nothing about people. */
const listedKeys = [
  ...['id', 'notice', 'description', 'priority', 'type', 'effective_from', 'expired_at'],
  ...['language', 'translated_languages', 'version', 'created_at', 'updated_at'],
];

/** Hides other receivers from a receiver. */
async function presentNotices(ctx: Ctx, rows: JsonRecord[]): Promise<JsonRecord[]> {
  if (!isAdmin(ctx) && !worksInShops(ctx)) return rows.map((row) => pick(row, listedKeys));
  return rows.map(({ announced_at: _announced, ...row }) => {
    const isAuthor = isAdmin(ctx) || row.created_by === ctx.user?.id;
    const creator = row.creator as Creator | null;
    const toUsers = ((row.users ?? []) as Receiver[])
      .filter((one) => isAuthor || one.id === ctx.user?.id)
      .map((one) => ({ ...one, slug: null }));
    const mine = ctx.user ? ownShopIds(ctx.user) : [];
    const toShops = ((row.shops ?? []) as Receiver[]).filter((one) => isAuthor || mine.includes(one.id));
    return {
      ...row,
      users: toUsers,
      shops: toShops,
      received_by: [...toUsers, ...toShops].map((one) => one.id),
      is_read: row.is_read === true,
      read_status: row.read_status ?? [],
      creator_role: creator?.permissions.includes('super_admin') ? 'Super admin' : 'Store owner',
      creator: { id: creator?.id, name: creator?.name, ...(isAuthor && { email: creator?.email }) },
    };
  });
}

function matchesFlag(condition: RawBuilder<boolean>, value: string): RawBuilder<boolean> {
  return value === '1' || value === 'true' ? condition : sql<boolean>`not ${condition}`;
}
