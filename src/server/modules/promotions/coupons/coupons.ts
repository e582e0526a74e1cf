import { type Expression, type SqlBool, sql } from 'kysely';
import { defaultLanguage } from '@/contract/core/languages';
import { ownValue } from '@/contract/core/own-value';
import { isAllowed, withStaff } from '@/contract/core/permissions';
import { coupons } from '@/contract/promotions/coupons';
import {
  type CouponState,
  type CouponTerms,
  couponState,
  isInForce,
} from '@/contract/promotions/coupons/rules';
import type { CouponUsesInShop } from '@/contract/promotions/coupons/schema';
import { type Ctx, isAdmin, isOtherClient, ownShopIds } from '@/server/core/context';
import { AppError } from '@/server/core/errors';
import { type JsonRecord, pick } from '@/server/core/json-record';
import type { ServiceOptions } from '@/server/core/resource/options';
import { type Policy, worksInShops } from '@/server/core/resource/policy';
import type { Ids } from '@/server/core/resource/relations';
import { type ResourceService, resourceService } from '@/server/core/resource/service';
import { guardGuesses } from './coupon-guesses';
import { assertApprovedAlone, isApprovedAlone, mayApprove, requireForCoupon } from './guard-coupon';

/**
 * Administrators list all coupons; owners and staff with the promotions permission list their shops'. Everybody else lists
 * those that are meant for all (`listedCoupons`).
 */
export const couponsPolicy: Policy = (ctx) => {
  if (isAdmin(ctx)) return undefined;
  const shops = ctx.user && isAllowed(promoters, ctx.user.permissions) ? ownShopIds(ctx.user) : [];
  return (eb) => (shops.length > 0 ? eb('shop_id', 'in', shops) : eb.val(false));
};

/** Readable by anybody who knows the code: approved and in force. */
const openCoupons: Policy = (ctx) => () => isOpen(ctx);

const isOpen = ({ now }: Ctx) => sql<boolean>`(is_approve and active_from <= ${now} and expire_at >= ${now})`;

/** Readable without the code (rules/promotions: only a coupon for everybody is listed). */
const listedCoupons: Policy = (ctx) => () =>
  sql<boolean>`(${isOpen(ctx)} and is_listed and (shop_id is null
  or exists (select 1 from shops where shops.id = coupons.shop_id and shops.is_active and shops.deleted_at is null)))`;

const options: ServiceOptions = {
  table: 'coupons',
  policy: couponsPolicy,
  relations: { shop: { column: 'shop_id', table: 'shops' } },
  immutableFields: ['shop_id'],
  adminOnly: ['is_approve'],
  onCreate: async (ctx, { is_approve, is_listed, target, ...input }) => ({
    // In the dialect every coupon is listed, but one for signed-in people says so.
    is_listed: is_listed ?? (isOtherClient(ctx) && target !== true),
    is_approve: (is_approve ?? true) && (await isApprovedAlone(ctx, input)),
    user_id: ctx.user?.id ?? null,
  }),
  // An edit by anybody who does not approve invalidates the approval.
  onUpdate: async (ctx, before, columns) => {
    if (!mayApprove(ctx)) return { is_approve: false };
    await requireForCoupon(ctx, before, columns);
    return {};
  },
  include: { used_count: usesOfCoupons },
  conditions: { state: (_eb, value, ctx) => hasState(value, ctx) },
  present: withState,
};

const promoters = withStaff('promotions');

/** Throws FORBIDDEN for staff without the promotions permission. */
function assertPromotes(ctx: Ctx): void {
  if (worksInShops(ctx) && !isAllowed(promoters, ctx.user?.permissions ?? []))
    throw new AppError('FORBIDDEN');
}

const own = resourceService(coupons, options);
const open = resourceService(coupons, { ...options, policy: openCoupons });
const listed = resourceService(coupons, { ...options, policy: listedCoupons });

/** Coupons. Keys are ids, or codes in any case. */
export const couponsService: ResourceService = {
  ...own,
  list: async (ctx, query) => {
    assertPromotes(ctx);
    if (isAdmin(ctx) || worksInShops(ctx)) return own.list(ctx, query);
    const page = await listed.list(ctx, query);
    return { ...page, data: page.data.map(openCoupon) };
  },
  countTabs: async (ctx, query) => {
    assertPromotes(ctx);
    return own.countTabs(ctx, query);
  },
  create: createCoupon,
  get: (ctx, key) => getCoupon(ctx, codeOf(key)),
  update: (ctx, key, body) => own.update(ctx, codeOf(key), withoutAmount(body)),
  remove: (ctx, key) => own.remove(ctx, codeOf(key)),
  uses: (ctx, key) => own.uses(ctx, codeOf(key)),
  restore: (ctx, key) => own.restore(ctx, codeOf(key)),
  async bulkSet(ctx, body) {
    const answer = await own.bulkSet(ctx, body);
    if (body.key === 'is_approve' && body.value === true) await assertApprovedAlone(ctx, answer.id);
    return answer;
  },
};

/** Codes are stored in upper case. */
function codeOf(key: string): string {
  return key.trim().toUpperCase();
}

/** Clients of this dialect translate by creating a row with the same code. */
async function createCoupon(ctx: Ctx, body: JsonRecord): Promise<JsonRecord> {
  if (ctx.locale === defaultLanguage || typeof body.code !== 'string') return own.create(ctx, body);
  const code = codeOf(body.code);
  const known = await ctx.db.selectFrom('coupons').select('id').where('code', '=', code).executeTakeFirst();
  return known ? own.update(ctx, code, body) : own.create(ctx, body);
}

/** Clears the amount of free delivery, which lists would otherwise sort by. */
function withoutAmount(body: JsonRecord): JsonRecord {
  return body.type === 'free_shipping' ? { ...body, amount: 0 } : body;
}

/** Own coupons in full; any other in force by its exact code with public fields only. Ids cannot be probed. */
async function getCoupon(ctx: Ctx, key: string): Promise<JsonRecord> {
  if (isAdmin(ctx)) return withUsesByShop(ctx, await own.get(ctx, key));
  const mine = await orUndefined(own.get(ctx, key));
  if (mine) return mine;
  const isId = /^\d+$/.test(key);
  const other = isId
    ? undefined
    : await guardGuesses(
        ctx,
        () => orUndefined(open.get(ctx, key)),
        (found) => !found,
      );
  if (!other) throw new AppError('NOT_FOUND');
  return openCoupon(other);
}

async function orUndefined<Found>(asked: Promise<Found>): Promise<Found | undefined> {
  return asked.catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'NOT_FOUND') return undefined;
    throw error;
  });
}

const openKeys = [
  ...[
    'id',
    'code',
    'description',
    'image',
    'type',
    'amount',
    'minimum_cart_amount',
    'active_from',
    'expire_at',
  ],
  ...['target', 'is_valid', 'is_approve', 'shop_id', 'shop', 'language', 'translated_languages'],
  ...['version', 'created_at', 'updated_at'],
];

/** Public fields of a coupon, without usage counts. */
export function openCoupon(coupon: JsonRecord): JsonRecord {
  return pick(coupon, openKeys);
}

function usesOfCoupons(_ctx: Ctx, ids: Ids) {
  return sql`select coupon_id as id, count(*)::int as value from coupon_usages
    where released_at is null and coupon_id = any(${ids}) group by coupon_id`;
}

/** A shop that redeems the marketplace's coupons for itself stands out here. */
async function withUsesByShop(ctx: Ctx, coupon: JsonRecord): Promise<JsonRecord> {
  if (coupon.shop_id !== null) return coupon;
  const { rows } = await sql<CouponUsesInShop>`
    select json_build_object('id', s.id, 'name', s.name, 'slug', s.slug) as shop, used.uses, used.at_till, used.discount
    from (select part.shop_id, count(*)::int as uses, (count(*) filter (where part.at_till))::int as at_till,
        sum(part.discount) as discount
      from coupon_usages u join orders part on part.parent_id = u.order_id
      where u.coupon_id = ${Number(coupon.id)} and u.released_at is null and part.order_status <> 'order-cancelled'
      group by 1) used
    join shops s on s.id = used.shop_id order by used.uses desc, s.name limit ${shopsShown}`.execute(ctx.db);
  return { ...coupon, uses_by_shop: rows };
}

const shopsShown = 50;

/** What `couponState` says of a row. */
function hasState(state: string, { now }: Ctx): Expression<SqlBool> {
  const isUsedUp = sql`coalesce(usage_limit <= (select count(*) from coupon_usages u
    where u.coupon_id = coupons.id and u.released_at is null), false)`;
  const says: Record<CouponState, Expression<SqlBool>> = {
    expired: sql`expire_at < ${now}`,
    waiting: sql`(expire_at >= ${now} and not is_approve)`,
    used_up: sql`(expire_at >= ${now} and is_approve and ${isUsedUp})`,
    upcoming: sql`(expire_at >= ${now} and is_approve and active_from > ${now} and not ${isUsedUp})`,
    valid: sql`(expire_at >= ${now} and is_approve and active_from <= ${now} and not ${isUsedUp})`,
  };
  return ownValue(says, state as CouponState) ?? sql`false`;
}

/** Adds fields derived from the terms and the number of uses. */
async function withState(ctx: Ctx, rows: JsonRecord[]): Promise<JsonRecord[]> {
  return rows.map((row) => {
    const used_count = Number(row.used_count ?? 0);
    const terms = row as unknown as CouponTerms;
    return {
      ...row,
      used_count,
      is_valid: isInForce(terms, ctx.now),
      status: couponState(terms, ctx.now, used_count),
    };
  });
}
