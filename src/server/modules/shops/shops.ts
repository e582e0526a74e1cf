import { type SqlBool, sql } from 'kysely';
import { isRecord } from '@/contract/core/own-value';
import type { Page } from '@/contract/core/paging';
import { toSlug } from '@/contract/core/slug';
import { reservedSlugs } from '@/contract/pages';
import { shops } from '@/contract/shops';
import { changesBetween } from '@/server/core/audit';
import { dayConditions } from '@/server/core/business-time';
import { type Ctx, isAdmin, type UserCtx } from '@/server/core/context';
import { nameCondition, saysIn } from '@/server/core/db/search';
import { AppError, rejectField, rejectValue } from '@/server/core/errors';
import type { JsonRecord } from '@/server/core/json-record';
import { lockUser } from '@/server/core/lock-user';
import type { ServiceOptions } from '@/server/core/resource/options';
import { narrowPolicy, type RowFilter } from '@/server/core/resource/policy';
import { type ResourceService, resourceService } from '@/server/core/resource/service';
import { assertConfirmed } from '@/server/core/sessions';
import { isTaken } from '@/server/core/slugs';
import { assertPresent } from '@/server/core/trash/restore';
import { assertPhoneVerified } from '@/server/core/verified-phone';
import { settleStaff } from '@/server/modules/accounts/memberships';
import { send } from '@/server/modules/messaging/outbox';
import { requisitesChanged } from './emails';
import { requireForRequisites, requisitesGuard } from './guard-requisites';
import { isOwnShop, shopPolicy } from './policy';
import { presentShop, presentShopList, shopIncludes } from './presenter';
import { publishShop } from './shop-live';
import { ownerOfShop } from './shop-owner';

const options: ServiceOptions = {
  table: 'shops',
  policy: shopPolicy,
  include: shopIncludes,
  usedBy: [
    { table: 'products', column: 'shop_id', family: 'products' },
    // Orders stay readable, refundable and accounted for (rules/shops: a shop with orders stays).
    { table: 'orders', column: 'shop_id', family: 'orders' },
    { table: 'shops_with_money', column: 'shop_id', family: 'ledger', isLink: true },
  ],
  virtualFields: ['categories'],
  adminOnly: ['owner_id'],
  immutableFields: ['owner_id'],
  conditions: {
    name: nameCondition('shops', true),
    papers: (_eb, value, ctx) => sql<SqlBool>`(${isAdmin(ctx)}::boolean and ${value === 'waiting'}::boolean
      and exists (select from vendor_papers p where p.shop_id = shops.id and p.owner_id = shops.owner_id
        and p.state = 'waiting'))`,
    ...dayConditions('created', 'shops.created_at'),
    'categories.slug': (_eb, value) => sql<SqlBool>`exists (select 1 from category_shop l
      where l.shop_id = shops.id and l.category_id = any((select categories_below(${value.split(',')}::text[]))::bigint[]))`,
    // The owner is visible to the shop's own people only, so the search must not reveal it.
    'users.name': (
      _eb,
      value,
      ctx,
      { reading },
    ) => sql<SqlBool>`((${isAdmin(ctx)}::boolean or ${isOwnShop(ctx)})
      and exists (select 1 from users u where u.id = shops.owner_id
        and ${saysIn(sql.ref('u.name'), value, reading)}))`,
  },
  onCreate: async (ctx, { owner_id }) => ({ owner_id: await resolveOwner(ctx, owner_id), is_active: false }),
  onUpdate: async (ctx, before, columns) => {
    await checkRequisitesChange(ctx, before, columns);
    return {};
  },
  afterSave: async (ctx, id, { categories }, sent) => {
    if (sent.includes('categories')) await saveCategories(ctx, id, categories as number[]);
  },
};

const details = resourceService(shops, { ...options, present: presentShop });

/** Lists of shops the reader may see, optionally filtered. Requisites and balances are in the details of one shop only. */
export function shopListService(filter?: RowFilter, endpoint: string = shops.endpoint): ResourceService {
  const policy = filter ? narrowPolicy(shopPolicy, filter) : shopPolicy;
  return resourceService({ ...shops, endpoint }, { ...options, policy, present: presentShopList });
}

const list = shopListService();

export const shopsService: ResourceService = {
  ...list,
  get: details.get,
  async create(ctx, body) {
    await assertPhoneVerified(ctx);
    await assertFewWaiting(ctx);
    const input = await withFreeSlug(ctx, normalizeBody(body));
    const { id } = await details.create(ctx, input);
    await publishShop(ctx, Number(id));
    return details.get(asOwner(ctx, Number(id)), String(id));
  },
  async update(ctx, key, body) {
    const input = normalizeBody(body);
    const save = (inside: Ctx, rest: JsonRecord) => partialService(rest).update(inside, key, rest);
    await requireForRequisites(ctx, guardedRequisites, { key, body: input, save });
    return partialService(input).update(ctx, key, input);
  },
  async remove(ctx, key) {
    await list.remove(ctx, key);
    await settleStaff(ctx);
  },
  async bulkRemove(ctx, body) {
    const answer = await list.bulkRemove(ctx, body);
    await settleStaff(ctx);
    return answer;
  },
  async bulkUndo(ctx, id) {
    const answer = await list.bulkUndo(ctx, id);
    await settleStaff(ctx);
    return answer;
  },
  async restore(ctx, key) {
    const shop = await list.restore(ctx, key);
    await settleStaff(ctx);
    const { owner_id } = await ctx.db
      .selectFrom('shops')
      .select('owner_id')
      .where('id', '=', Number(shop.id))
      .executeTakeFirstOrThrow();
    await assertPresent(ctx, [{ column: 'owner_id', table: 'users' }], { owner_id });
    return shop;
  },
};

const guardedRequisites = requisitesGuard((ctx, key, body) => shopsService.update(ctx, key, body));

/** Shops of an owner that nobody has approved yet: each is work for the administration. */
const maxWaiting = 3;

/** The lock serializes counting, so that of concurrent requests only as many succeed. */
async function assertFewWaiting(ctx: Ctx): Promise<void> {
  if (isAdmin(ctx) || !ctx.user) return;
  await lockUser(ctx, ctx.user.id);
  const { waiting } = await ctx.db
    .selectFrom('shops')
    .select(({ fn }) => fn.countAll<number>().as('waiting'))
    .where('owner_id', '=', ctx.user.id)
    .where('is_active', '=', false)
    .where('approved_at', 'is', null)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  if (Number(waiting) >= maxWaiting) rejectField('name', 'error-shops-waiting');
}

/** Validates the sent fields only: no rule spans two fields, and the stored rest may be incomplete. */
function partialService(input: JsonRecord): ResourceService {
  const schema = async () => {
    const all = await shops.schema();
    const parts = Object.keys(all.fields).filter((key) => key in input);
    return all.pick(['name', 'slug', ...parts] as (keyof typeof all.fields)[]);
  };
  return resourceService({ ...shops, schema }, { ...options, present: presentShop });
}

/** `ownedShopIds` was read before this shop was created. */
function asOwner(ctx: Ctx, id: number): Ctx {
  return ctx.user ? { ...ctx, user: { ...ctx.user, ownedShopIds: [...ctx.user.ownedShopIds, id] } } : ctx;
}

const newShops = shopListService(undefined, 'new-shops');

/** `GET new-shops`: shops that wait for approval, or with `is_active=true` the others. */
export function listNewShops(ctx: Ctx, query: JsonRecord): Promise<Page<JsonRecord>> {
  return newShops.list(ctx, { ...query, is_active: query.is_active ?? 'false' });
}

/** `GET my-shops`: all shops the user owns or works in, unpaged, with balances of the owned ones. */
export async function listMyShops(ctx: UserCtx): Promise<JsonRecord[]> {
  const mine = resourceService(shops, {
    ...options,
    policy: () => () => (isAdmin(ctx) ? sql<boolean>`shops.owner_id = ${ctx.user.id}` : isOwnShop(ctx)),
    present: presentShop,
  });
  const { data } = await mine.list(ctx, { limit: '100', orderBy: 'id' });
  return data;
}

/** Locks a shop that the user may write. Throws NOT_FOUND. */
export async function lockShop(ctx: Ctx, id: number) {
  const own = shopPolicy(ctx, 'write');
  return ctx.db
    .selectFrom('shops')
    .selectAll()
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .where((eb) => own?.(eb) ?? eb.val(true))
    .forUpdate()
    .executeTakeFirstOrThrow(() => new AppError('NOT_FOUND'));
}

/** The user, unless an administrator names a vendor. Throws VALIDATION_FAILED when that user cannot own a shop. */
async function resolveOwner(ctx: Ctx, requested: unknown): Promise<number | undefined> {
  if (!isAdmin(ctx) || typeof requested !== 'number') return ctx.user?.id;
  const vendor = await findVendor(ctx, requested);
  return vendor ? vendor.id : rejectValue('owner_id');
}

/** Payouts of an open shop go to its requisites: they cannot be removed, and every change is emailed to the owner. */
async function checkRequisitesChange(ctx: Ctx, before: JsonRecord, columns: JsonRecord): Promise<void> {
  if (!before.is_active || !('requisites' in columns)) return;
  if (!('requisites' in changesBetween(before, { requisites: columns.requisites }))) return;
  if (columns.requisites === null) rejectField('requisites', 'error-requisites-required');
  if (ctx.user) await assertConfirmed({ ...ctx, user: ctx.user });
  const owner = await ownerOfShop(ctx, Number(before.id));
  const email = requisitesChanged({ name: owner.name, shop: String(before.name) });
  await send(ctx, { channel: 'mail', to: owner.email, ...email });
}

/** Replaces the categories of a shop. Throws VALIDATION_FAILED for a missing one. */
async function saveCategories(ctx: Ctx, id: number, categories: readonly number[]): Promise<void> {
  await ctx.db.deleteFrom('category_shop').where('shop_id', '=', id).execute();
  if (categories.length === 0) return;
  const { numInsertedOrUpdatedRows: inserted } = await ctx.db
    .insertInto('category_shop')
    .columns(['shop_id', 'category_id'])
    .expression((eb) =>
      eb
        .selectFrom('categories')
        .select((select) => [select.val(id).as('shop_id'), 'categories.id'])
        .where('id', '=', sql<number>`any(${[...categories]}::bigint[])`)
        .where('deleted_at', 'is', null),
    )
    .executeTakeFirstOrThrow();
  if (Number(inserted ?? 0) !== categories.length) rejectValue('categories');
}

/**
 * Other clients of the dialect send payment info inside `balance`, where nothing else is accepted, and an empty list
 * for no location.
 */
function normalizeBody({ balance, payment_info: _ignored, settings, ...body }: JsonRecord): JsonRecord {
  const payment = isRecord(balance) && isRecord(balance.payment_info) ? balance.payment_info : undefined;
  return {
    ...body,
    ...(settings !== undefined && { settings: normalizeLocation(settings) }),
    ...(payment && { payment_info: payment }),
  };
}

function normalizeLocation(settings: unknown): unknown {
  return isRecord(settings) && Array.isArray(settings.location) ? { ...settings, location: null } : settings;
}

/** A slug derived from the name may be reserved for a page of the panel, such as «orders»: appends `-shop`. */
async function withFreeSlug(ctx: Ctx, body: JsonRecord): Promise<JsonRecord> {
  const slug = toSlug(typeof body.name === 'string' ? body.name : '');
  if ((typeof body.slug === 'string' && body.slug.trim() !== '') || !reservedSlugs.includes(slug))
    return body;
  for (let number = 1; ; number += 1) {
    const free = number === 1 ? `${slug}-shop` : `${slug}-shop-${number}`;
    if (!(await isTaken(ctx, 'shops', free, 0))) return { ...body, slug: free };
  }
}

const ownedShops = (ctx: UserCtx) =>
  shopListService(() => sql<boolean>`shops.owner_id = ${ctx.user.id}`, 'vendor/shops');

/** `GET vendor/shops`: the user's own shops, as a list with the options of `shops`. */
export const listOwnedShops = (ctx: UserCtx, query: JsonRecord): Promise<Page<JsonRecord>> =>
  ownedShops(ctx).list(ctx, query);

/** `GET vendor/shops/{slug or id}`. Throws NOT_FOUND for another vendor's shop. */
export const getOwnedShop = (ctx: UserCtx, key: string): Promise<JsonRecord> => ownedShops(ctx).get(ctx, key);

/** An active vendor, share-locked so that a ban waits for the transaction. */
export async function findVendor(ctx: Ctx, id: number) {
  return ctx.db
    .selectFrom('users')
    .select(['id', 'name', 'email'])
    .where('id', '=', id)
    .where('is_active', '=', true)
    .where('deleted_at', 'is', null)
    .where(sql<SqlBool>`permissions @> array['store_owner']`)
    .forShare()
    .executeTakeFirst();
}
