import { type SqlBool, sql } from 'kysely';
import { reservedSlugs } from '@/contract/core/pages';
import type { Page } from '@/contract/core/paging';
import { toSlug } from '@/contract/core/slug';
import { shops } from '@/contract/shops';
import { changesBetween } from '@/server/core/audit';
import { dayConditions } from '@/server/core/business-time';
import { type Ctx, isAdmin, shopIdsOf, type UserCtx } from '@/server/core/context';
import { AppError, rejectValue } from '@/server/core/errors';
import type { ServiceOptions } from '@/server/core/resource/options';
import type { Policy, RowFilter } from '@/server/core/resource/policy';
import type { JsonRecord } from '@/server/core/resource/query';
import { type ResourceService, resourceService } from '@/server/core/resource/service';
import { isTaken } from '@/server/core/resource/slugs';
import { send } from '@/server/modules/messaging/outbox';
import { requisitesChanged } from './emails';
import { alongShops, presentShops, presentWhole } from './presenter';
import { findVendor, ownerOfShop } from './shop-owners';

const idsOf = ({ user }: Ctx) => (user ? shopIdsOf(user) : []);
const isOwn = (ctx: Ctx) => sql<boolean>`shops.id = any(${idsOf(ctx)}::bigint[])`;

/**
 * Which shops: an administrator every one; their own people those and the active ones; all others the active ones
 * (reference rules S-12). Written are one's own.
 */
export const shopPolicy: Policy = (ctx, purpose) => {
  if (isAdmin(ctx)) return undefined;
  if (purpose === 'write') return () => isOwn(ctx);
  return () => sql<boolean>`(shops.is_active or ${isOwn(ctx)})`;
};

const options: ServiceOptions = {
  table: 'shops',
  policy: shopPolicy,
  requiredRelations: [{ column: 'owner_id', table: 'users' }],
  include: alongShops,
  usedBy: [
    { table: 'products', column: 'shop_id', family: 'products' },
    // What was bought there stays to be looked up, given back and accounted for (hazard H-30).
    { table: 'orders', column: 'shop_id', family: 'orders' },
    { table: 'shops_with_money', column: 'shop_id', family: 'ledger', isLink: true },
  ],
  virtualFields: ['categories'],
  adminOnly: ['owner_id'],
  immutableFields: ['owner_id'],
  conditions: {
    ...dayConditions('created', 'shops.created_at'),
    'categories.slug': (_eb, value) => sql<SqlBool>`exists (select 1 from category_shop l
      join categories c on c.id = l.category_id where l.shop_id = shops.id and c.slug = any(${value.split(',')}))`,
    // Whose a shop is, only its people are told: nobody else finds it out by searching either.
    'users.name': (_eb, value, ctx) => sql<SqlBool>`((${isAdmin(ctx)}::boolean or ${isOwn(ctx)})
      and exists (select 1 from users u where u.id = shops.owner_id
        and u.name ilike ${`%${value.replace(/[\\%_]/g, '\\$&')}%`}))`,
  },
  onCreate: async (ctx, { owner_id }) => ({ owner_id: await givenOwner(ctx, owner_id), is_active: false }),
  onUpdate: async (ctx, before, columns) => {
    await guardRequisites(ctx, before, columns);
    return {};
  },
  afterSave: async (ctx, id, { categories }, sent) => {
    if (sent.includes('categories')) await fileUnder(ctx, id, categories as number[]);
  },
};

const whole = resourceService(shops, { ...options, present: presentWhole });

/** Shops as their reader may know them; with `more`, some of them. Requisites and money are told one shop at a time. */
export function shopsFor(more?: RowFilter, endpoint = shops.endpoint): ResourceService {
  const policy: Policy = (ctx, purpose) => {
    const own = shopPolicy(ctx, purpose);
    if (!more || !own) return more ?? own;
    return (eb) => eb.and([own(eb), more(eb)]);
  };
  return resourceService({ ...shops, endpoint }, { ...options, policy, present: presentShops });
}

const lists = shopsFor();

/** Shops of the marketplace (reference pages §3.2, rules §3.19). */
export const shopsService: ResourceService = {
  ...lists,
  get: whole.get,
  async create(ctx, body) {
    const input = await withOpenSlug(ctx, await onWire(body));
    const { id } = await whole.create(ctx, input);
    return whole.get(asOwner(ctx, Number(id)), String(id));
  },
  async update(ctx, key, body) {
    const input = await onWire(body);
    return updating(input).update(ctx, key, input);
  },
};

/** No rule of a shop concerns two of its parts: what is not sent may be as incomplete as it is. */
function updating(input: JsonRecord): ResourceService {
  const schema = async () => {
    const all = await shops.schema();
    const parts = Object.keys(all.fields).filter((key) => key in input);
    return all.pick(['name', 'slug', ...parts] as (keyof typeof all.fields)[]);
  };
  return resourceService({ ...shops, schema }, { ...options, present: presentWhole });
}

/** The person as their next request will find them: what they own was read before this shop was made. */
function asOwner(ctx: Ctx, id: number): Ctx {
  return ctx.user ? { ...ctx, user: { ...ctx.user, ownedShopIds: [...ctx.user.ownedShopIds, id] } } : ctx;
}

const newShops = shopsFor(undefined, 'new-shops');

/** `GET new-shops`: those that wait, or, with `is_active=true`, the others. */
export function listNewShops(ctx: Ctx, query: JsonRecord): Promise<Page<JsonRecord>> {
  return newShops.list(ctx, { ...query, is_active: query.is_active ?? 'false' });
}

/** `GET my-shops`: a bare list of the shops that a person owns, or works in, with their money where it is theirs to know. */
export async function myShops(ctx: UserCtx): Promise<JsonRecord[]> {
  const mine = resourceService(shops, {
    ...options,
    policy: () => () =>
      isAdmin(ctx) ? sql<boolean>`shops.owner_id = ${ctx.user.id}` : sql<boolean>`${isOwn(ctx)}`,
    present: presentWhole,
  });
  const { data } = await mine.list(ctx, { limit: '100', orderBy: 'id' });
  return data;
}

/** Locks a shop that the person may write, until the transaction ends. Throws NOT_FOUND. */
export async function lockShop(ctx: Ctx, id: number) {
  const own = shopPolicy(ctx, 'write');
  const shop = await ctx.db
    .selectFrom('shops')
    .selectAll()
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .where((eb) => own?.(eb) ?? eb.val(true))
    .forUpdate()
    .executeTakeFirst();
  if (!shop) throw new AppError('NOT_FOUND');
  return shop;
}

/** The caller, unless an administrator names a vendor. Throws VALIDATION_FAILED when that is none. */
async function givenOwner(ctx: Ctx, asked: unknown): Promise<number | undefined> {
  if (!isAdmin(ctx) || typeof asked !== 'number') return ctx.user?.id;
  const vendor = await findVendor(ctx, asked);
  return vendor ? vendor.id : rejectValue('owner_id');
}

/** Requisites of an open shop are where its money goes: they stay complete, and its owner hears of every change. */
async function guardRequisites(ctx: Ctx, before: JsonRecord, columns: JsonRecord): Promise<void> {
  if (!before.is_active || !('requisites' in columns)) return;
  const isChanged = 'requisites' in changesBetween(before, { requisites: columns.requisites });
  if (!isChanged) return;
  if (columns.requisites === null) {
    throw new AppError('VALIDATION_FAILED', { fields: { requisites: ['error-requisites-required'] } });
  }
  const owner = await ownerOfShop(ctx, Number(before.id));
  const letter = requisitesChanged({ name: owner.name, shop: String(before.name) });
  await send(ctx, { channel: 'mail', to: owner.email, ...letter });
}

/** Files a shop under these categories and no others. */
async function fileUnder(ctx: Ctx, id: number, categories: readonly number[]): Promise<void> {
  await ctx.db.deleteFrom('category_shop').where('shop_id', '=', id).execute();
  if (categories.length === 0) return;
  const { numInsertedOrUpdatedRows: filed } = await ctx.db
    .insertInto('category_shop')
    .columns(['shop_id', 'category_id'])
    .expression((eb) =>
      eb
        .selectFrom('categories')
        .select((one) => [one.val(id).as('shop_id'), 'categories.id'])
        .where('id', '=', sql<number>`any(${[...categories]}::bigint[])`)
        .where('deleted_at', 'is', null),
    )
    .executeTakeFirstOrThrow();
  if (Number(filed ?? 0) !== categories.length) rejectValue('categories');
}

/** A body as other clients of the dialect send it: payment info within `balance`, of which nothing else is taken (S-09), and an empty list for no place. */
async function onWire({
  balance,
  payment_info: _notHere,
  settings,
  ...body
}: JsonRecord): Promise<JsonRecord> {
  const payment = isRecord(balance) && isRecord(balance.payment_info) ? balance.payment_info : undefined;
  const input = {
    ...body,
    ...(settings !== undefined && { settings: withPlace(settings) }),
    ...(payment && { payment_info: payment }),
  };
  return input;
}

function withPlace(settings: unknown): unknown {
  return isRecord(settings) && Array.isArray(settings.location) ? { ...settings, location: null } : settings;
}

const isRecord = (value: unknown): value is JsonRecord =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

/** A name may read as the first word of an address of the panel, «Orders» say: such a shop gets another slug. */
async function withOpenSlug(ctx: Ctx, body: JsonRecord): Promise<JsonRecord> {
  const slug = toSlug(typeof body.name === 'string' ? body.name : '');
  if ((typeof body.slug === 'string' && body.slug.trim() !== '') || !reservedSlugs.includes(slug))
    return body;
  for (let number = 1; ; number += 1) {
    const open = number === 1 ? `${slug}-shop` : `${slug}-shop-${number}`;
    if (!(await isTaken(ctx, 'shops', open, 0))) return { ...body, slug: open };
  }
}
