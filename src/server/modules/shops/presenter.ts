import { sql } from 'kysely';
import { defaultLanguage } from '@/contract/core/languages';
import type { ShopBalance } from '@/contract/shops/schema';
import { type Ctx, isAdmin, mayDo, ownShopIds } from '@/server/core/context';
import { type JsonRecord, pick } from '@/server/core/json-record';
import type { Ids, Include } from '@/server/core/resource/relations';
import { balancesOfShops, type ShopSums } from '@/server/modules/ledger/ledger';

/** The reader's relation to a shop; decides which fields they get. */
type Viewer = 'admin' | 'owner' | 'staff' | 'stranger';

function viewerOf(ctx: Ctx, shop: JsonRecord): Viewer {
  if (isAdmin(ctx)) return 'admin';
  if (!ctx.user || !ownShopIds(ctx.user).includes(Number(shop.id))) return 'stranger';
  return shop.owner_id === ctx.user.id ? 'owner' : 'staff';
}

/** The owner, administrators unless their role keeps the money from them, and staff whose role opens it. */
const seesMoney = (ctx: Ctx, viewer: Viewer) =>
  viewer === 'owner' ||
  (viewer === 'staff' && ctx.user?.permissions.includes('finance:read')) ||
  (viewer === 'admin' && (ctx.user === null || mayDo({ user: ctx.user }, 'finance:read')));

/** Restricts an include to the shops whose internal fields the user may read. */
const forOwnShops =
  (select: (ids: Ids) => ReturnType<Include>): Include =>
  (ctx, ids) => {
    if (isAdmin(ctx)) return select(ids);
    const own = ctx.user ? ownShopIds(ctx.user) : [];
    return own.length > 0
      ? select(sql`array(select id from unnest(${ids}) id where id = any(${own}::bigint[]))`)
      : undefined;
  };

/** Relations of shops, one query each for all rows. */
export const shopIncludes: Record<string, Include> = {
  categories: (
    ctx,
    ids,
  ) => sql`select l.shop_id as id, jsonb_agg(jsonb_build_object('id', c.id, 'slug', c.slug,
      'name', ${categoryName(ctx)}) order by c.id) as value
    from category_shop l join categories c on c.id = l.category_id
    where l.shop_id = any(${ids}) and c.deleted_at is null group by l.shop_id`,
  owner: forOwnShops(
    (ids) => sql`select s.id, jsonb_build_object('id', u.id, 'name', u.name, 'email', u.email,
      'profile', jsonb_build_object('avatar', u.avatar, 'contact', u.contact)) as value
    from shops s join users u on u.id = s.owner_id where s.id = any(${ids})`,
  ),
  orders_count: forOwnShops(
    // Sums daily counts: large shops have tens of thousands of orders.
    (
      ids,
    ) => sql`select one.id, (select coalesce(sum(d.orders), 0)::int from order_days d where d.shop_id = one.id) as value
    from unnest(${ids}) as one (id)`,
  ),
  staffs_count: forOwnShops(
    (ids) => sql`select one.id, (select count(*)::int from memberships m where m.shop_id = one.id
      and m.deleted_at is null) as value
    from unnest(${ids}) as one (id)`,
  ),
  ownership_history: forOwnShops(
    (ids) => sql`select shop_id as id, jsonb_build_object('status', status) as value from ownership_transfers
    where shop_id = any(${ids}) and status in ('pending', 'processing') and deleted_at is null`,
  ),
};

const categoryName = (ctx: Ctx) =>
  ctx.locale === defaultLanguage
    ? sql`c.name`
    : sql`coalesce(c.translations -> ${ctx.locale} ->> 'name', c.name)`;

/** Fields for every reader: nothing about the owner, money or requisites (rules/shops: outsiders see a shop window). */
const publicKeys = [
  ...['id', 'name', 'slug', 'owner_id', 'description', 'logo', 'cover_image', 'is_active', 'address'],
  ...[
    'language',
    'translated_languages',
    'approved_at',
    'categories',
    'products_count',
    'version',
    'created_at',
    'updated_at',
  ],
];
const staffKeys = ['owner', 'staffs_count', 'disapproved_reason', 'file_paused_at'];
const ownerKeys = ['ownership_history', 'requisites'];

/** Rows of lists: without requisites. */
export async function presentShopList(ctx: Ctx, rows: JsonRecord[]): Promise<JsonRecord[]> {
  return rows.map((row) => {
    const { requisites: _requisites, ...shop } = presentFields(ctx, row);
    return shop;
  });
}

/** Details: the balance for whoever sees money, requisites for the owner and administrators. */
export async function presentShop(ctx: Ctx, rows: JsonRecord[]): Promise<JsonRecord[]> {
  const withBalance = rows.filter((row) => seesMoney(ctx, viewerOf(ctx, row)));
  const ids = withBalance.map((row) => Number(row.id));
  const sums = await balancesOfShops(ctx, ids);
  return rows.map((row) => {
    const shopSums = sums.get(Number(row.id));
    return { ...presentFields(ctx, row), ...(shopSums && { balance: presentBalance(row, shopSums) }) };
  });
}

function presentFields(ctx: Ctx, row: JsonRecord): JsonRecord {
  const viewer = viewerOf(ctx, row);
  const settings = (row.settings ?? {}) as JsonRecord;
  const { notifications: _private, ...publicSettings } = settings;
  const shown = viewer === 'stranger' ? publicSettings : settings;
  return {
    ...pick(row, publicKeys),
    categories: row.categories ?? [],
    orders_count: row.orders_count ?? 0,
    // Other clients of the dialect read these fields without checking that they exist.
    settings: { location: null, socials: [], ...shown },
    ...(viewer !== 'stranger' && pick(row, staffKeys)),
    ...(viewer !== 'staff' && seesMoney(ctx, viewer) && pick(row, ownerKeys)),
  };
}

function presentBalance(row: JsonRecord, sums: ShopSums): ShopBalance {
  return {
    id: Number(row.id),
    shop_id: Number(row.id),
    admin_commission_rate: row.admin_commission_rate as number | null,
    is_custom_commission: row.is_custom_commission === true,
    ...sums,
    payment_info: presentPaymentInfo(row),
  };
}

/** Payout account: the requisites, else the payment info another client of the dialect has sent. */
function presentPaymentInfo({ requisites, payment_info }: JsonRecord): ShopBalance['payment_info'] {
  if (!requisites) return payment_info as ShopBalance['payment_info'];
  const { account, legal_name, payment_email, bank_name } = requisites as Record<string, string>;
  return {
    account: account ?? '',
    name: legal_name ?? '',
    email: payment_email ?? null,
    bank: bank_name ?? '',
  };
}
