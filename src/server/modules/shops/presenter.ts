import { sql } from 'kysely';
import { defaultLanguage } from '@/contract/core/languages';
import type { ShopBalance } from '@/contract/shops/schema';
import { type Ctx, isAdmin, shopIdsOf } from '@/server/core/context';
import { type JsonRecord, pick } from '@/server/core/resource/query';
import type { Include } from '@/server/core/resource/relations';
import { balancesOfShops, type ShopSums } from '@/server/modules/ledger/ledger';

/** What a person is to a shop; it decides what of the shop they are told. */
type Viewer = 'admin' | 'owner' | 'staff' | 'stranger';

function viewerOf(ctx: Ctx, shop: { id: unknown; owner_id: unknown }): Viewer {
  if (isAdmin(ctx)) return 'admin';
  if (!ctx.user || !shopIdsOf(ctx.user).includes(Number(shop.id))) return 'stranger';
  return shop.owner_id === ctx.user.id ? 'owner' : 'staff';
}

const seesMoney = (viewer: Viewer) => viewer === 'admin' || viewer === 'owner';

/** Those of the shops whose inside the person may see. */
function inside(ctx: Ctx, ids: readonly number[]): readonly number[] {
  if (isAdmin(ctx)) return ids;
  const own = ctx.user ? shopIdsOf(ctx.user) : [];
  return ids.filter((id) => own.includes(id));
}

/** A select that is asked only about shops whose inside the person may see. */
const withinOwn =
  (select: (ids: readonly number[]) => ReturnType<Include>): Include =>
  (ctx, ids) => {
    const own = inside(ctx, ids);
    return own.length > 0 ? select(own) : undefined;
  };

/** What goes along with shops, in one query for all of them. */
export const alongShops: Record<string, Include> = {
  categories: (
    ctx,
    ids,
  ) => sql`select l.shop_id as id, jsonb_agg(jsonb_build_object('id', c.id, 'slug', c.slug,
      'name', ${categoryName(ctx)}) order by c.id) as value
    from category_shop l join categories c on c.id = l.category_id
    where l.shop_id = any(${ids}::bigint[]) and c.deleted_at is null group by l.shop_id`,
  owner: withinOwn(
    (ids) => sql`select s.id, jsonb_build_object('id', u.id, 'name', u.name, 'email', u.email,
      'profile', jsonb_build_object('avatar', u.avatar, 'contact', u.contact)) as value
    from shops s join users u on u.id = s.owner_id where s.id = any(${ids}::bigint[])`,
  ),
  // How much others sell is their own business.
  orders_count: withinOwn(
    // Counted by day (migration 0079): large shops have tens of thousands.
    (
      ids,
    ) => sql`select one.id, (select coalesce(sum(d.orders), 0)::int from order_days d where d.shop_id = one.id) as value
    from unnest(${ids}::bigint[]) as one (id)`,
  ),
  staffs_count: withinOwn(
    (ids) => sql`select one.id, (select count(*)::int from users u where u.shop_id = one.id
      and u.permissions @> array['staff'] and u.deleted_at is null) as value
    from unnest(${ids}::bigint[]) as one (id)`,
  ),
  ownership_history: withinOwn(
    (ids) => sql`select shop_id as id, jsonb_build_object('status', status) as value from ownership_transfers
    where shop_id = any(${ids}::bigint[]) and status in ('pending', 'processing') and deleted_at is null`,
  ),
};

const categoryName = (ctx: Ctx) =>
  ctx.locale === defaultLanguage
    ? sql`c.name`
    : sql`coalesce(c.translations -> ${ctx.locale} ->> 'name', c.name)`;

/** What anybody is told: nothing of the owner, of money or of requisites (reference rules S-11, S-12). */
const publicKeys = [
  ...['id', 'name', 'slug', 'owner_id', 'description', 'logo', 'cover_image', 'is_active', 'address'],
  ...['approved_at', 'categories', 'products_count', 'version', 'created_at', 'updated_at'],
];
const insideKeys = ['owner', 'staffs_count', 'disapproved_reason'];
const moneyKeys = ['ownership_history', 'requisites'];

/** Shops as a list shows them. */
export async function presentShops(ctx: Ctx, rows: JsonRecord[]): Promise<JsonRecord[]> {
  return rows.map((row) => {
    const { requisites: _requisites, ...shop } = project(ctx, row);
    return shop;
  });
}

/** Shops with all that their reader may know: requisites and money for the owner and administrators. */
export async function presentWhole(ctx: Ctx, rows: JsonRecord[]): Promise<JsonRecord[]> {
  const rich = rows.filter((row) => seesMoney(viewerOf(ctx, row as Keys)));
  const sums = await balancesOfShops(
    ctx,
    rich.map((row) => Number(row.id)),
  );
  return rows.map((row) => {
    const own = sums.get(Number(row.id));
    return { ...project(ctx, row), ...(own && { balance: balanceOf(row, own) }) };
  });
}

type Keys = { id: unknown; owner_id: unknown };

function project(ctx: Ctx, row: JsonRecord): JsonRecord {
  const viewer = viewerOf(ctx, row as Keys);
  const settings = (row.settings ?? {}) as JsonRecord;
  const { notifications: _private, ...open } = settings;
  return {
    ...pick(row, publicKeys),
    categories: row.categories ?? [],
    orders_count: row.orders_count ?? 0,
    settings: viewer === 'stranger' ? open : settings,
    ...(viewer !== 'stranger' && pick(row, insideKeys)),
    ...(seesMoney(viewer) && pick(row, moneyKeys)),
  };
}

function balanceOf(row: JsonRecord, sums: ShopSums): ShopBalance {
  return {
    id: Number(row.id),
    shop_id: Number(row.id),
    admin_commission_rate: row.admin_commission_rate as number | null,
    is_custom_commission: row.is_custom_commission === true,
    ...sums,
    payment_info: paymentInfoOf(row),
  };
}

/** Where a shop is paid: its requisites, else what another client of the dialect has sent. */
function paymentInfoOf({ requisites, payment_info }: JsonRecord): ShopBalance['payment_info'] {
  if (!requisites) return payment_info as ShopBalance['payment_info'];
  const { account, legal_name, payment_email, bank_name } = requisites as Record<string, string>;
  return {
    account: account ?? '',
    name: legal_name ?? '',
    email: payment_email ?? null,
    bank: bank_name ?? '',
  };
}
