import { sql } from 'kysely';
import {
  type StartingShop,
  unpicturedLimit,
  type VendorStart,
  type VendorStep,
  type VendorStepName,
  vendorSteps,
} from '@/contract/insights/vendor-start';
import { type Requisites, requisitesSchema } from '@/contract/shops/requisites';
import type { ShopSettings } from '@/contract/shops/schema';
import type { UserCtx } from '@/server/core/context';
import { settingsOptions } from '@/server/core/settings';
import { whatToGive } from '@/server/modules/shops/vendor-file/read-file';
import { areDismissed } from './first-steps';

/** `GET first-steps/vendor`: progress of the vendor's newest shop towards the first sale. */
export async function readVendorStart(ctx: UserCtx): Promise<VendorStart> {
  const shop = await newestShop(ctx);
  const goods = await goodsOf(ctx, shop?.id ?? 0);
  const states = { ...(await statesOf(shop, goods)), papers: await papersState(ctx, shop) };
  const steps = vendorSteps.flatMap((key): VendorStep[] => {
    const state = states[key];
    return state ? [{ key, ...state }] : [];
  });
  const isLeft = steps.some(({ is_done }) => !is_done);
  const rate = shop?.admin_commission_rate ?? null;
  return {
    is_shown: isLeft && (shop === undefined || !(await areDismissed(ctx))),
    shop: shop ? presentShop(shop) : null,
    steps,
    unpictured: shop ? await unpicturedOf(ctx, shop.id) : [],
    commission_rate: rate ?? (await usualRate(ctx)),
    is_own_rate: rate !== null,
    example_price: goods.price,
    review_hours: await reviewHours(ctx),
    email: ctx.user.email,
    first_order_id: goods.first_order_id,
  };
}

type ShopRow = NonNullable<Awaited<ReturnType<typeof newestShop>>>;

function newestShop({ db, user }: UserCtx) {
  return db
    .selectFrom('shops')
    .select(['id', 'name', 'slug', 'is_active', 'created_at', 'approved_at', 'disapproved_reason'])
    .select(['address', 'settings', 'requisites', 'logo', 'cover_image', 'admin_commission_rate'])
    .select(['owner_id', 'file_paused_at'])
    .where('owner_id', '=', user.id)
    .where('deleted_at', 'is', null)
    .orderBy('id', 'desc')
    .executeTakeFirst();
}

function presentShop({ id, name, slug, is_active, ...row }: ShopRow): StartingShop {
  const { approved_at, disapproved_reason } = row;
  const created_at = row.created_at.toISOString();
  return { id, name, slug, is_active, created_at, was_open: approved_at !== null, disapproved_reason };
}

interface Goods {
  /** Submitted or on sale. */
  ready: number;
  drafts: number;
  /** Names of the first few. */
  names: string[];
  price: number | null;
  first_order: string | null;
  first_order_id: number | null;
}

/** Products of a shop and its first order that was not cancelled. */
async function goodsOf({ db }: UserCtx, shopId: number): Promise<Goods> {
  const isReady = sql`status not in ('draft', 'rejected')`;
  const { rows } = await sql<Goods>`
    select count(*) filter (where ${isReady})::int as ready, count(*) filter (where not ${isReady})::int as drafts,
      coalesce((array_agg(name order by id) filter (where ${isReady}))[1:3], '{}') as names,
      (array_agg(coalesce(price, min_price) order by id) filter (where coalesce(price, min_price) > 0))[1] as price,
      max(coalesce(o.short_number, o.tracking_number)) as first_order, max(o.order_id) as first_order_id
    from products left join lateral (
      select id as order_id, tracking_number, short_number from orders where shop_id = ${shopId} and parent_id is not null
        and deleted_at is null and order_status not in ('order-cancelled', 'order-failed')
      order by created_at, id limit 1) o on true
    where shop_id = ${shopId} and deleted_at is null`.execute(db);
  const [found] = rows;
  if (!found) throw new Error('A sum without groups has one row');
  return found;
}

const unpicturedOf = ({ db }: UserCtx, shopId: number) =>
  db
    .selectFrom('products')
    .select(['id', 'name'])
    .where('shop_id', '=', shopId)
    .where('deleted_at', 'is', null)
    .where('image', 'is', null)
    .orderBy('id')
    .limit(unpicturedLimit)
    .execute();

type State = Omit<VendorStep, 'key'>;

/** Undefined while the settings ask for no file. Before the requisites nobody knows which papers are needed. */
async function papersState(ctx: UserCtx, shop: ShopRow | undefined): Promise<State | undefined> {
  if (!shop) return (await settingsOptions(ctx)).vendorFile.isOn ? state(false, []) : undefined;
  const left = await whatToGive(ctx, shop);
  return left && state(left.length === 0, [], left.filter((key) => key !== 'requisites').length);
}

async function statesOf(
  shop: ShopRow | undefined,
  goods: Goods,
): Promise<Record<Exclude<VendorStepName, 'papers'>, State>> {
  const settings = (shop?.settings ?? {}) as Partial<ShopSettings>;
  const requisites = shop?.requisites as Partial<Requisites> | null | undefined;
  const missing = [shop?.logo, shop?.cover_image].filter((picture) => !picture).length;
  const days = settings.schedule ?? [];
  const { handling_days, delivery_note } = settings;
  const hasDelivery = typeof handling_days === 'number' || Boolean(delivery_note);
  return {
    shop: state(shop !== undefined, [...placeOf(shop), settings.contact]),
    requisites: state(await requisitesSchema.isValid(requisites ?? undefined), [
      ...[requisites?.legal_name, requisites?.bank_name],
    ]),
    pictures: state(shop !== undefined && missing === 0, [], missing),
    products: state(goods.ready > 0, goods.names, goods.ready || goods.drafts),
    delivery: state(days.length > 0 && hasDelivery, [delivery_note], days.length),
    sale: state(goods.first_order !== null, [goods.first_order]),
  };
}

function state(isDone: boolean, facts: (string | null | undefined)[], count = 0): State {
  return { is_done: isDone, facts: facts.filter((fact): fact is string => Boolean(fact)), count };
}

function placeOf(shop: ShopRow | undefined): (string | undefined)[] {
  const { city, street_address } = (shop?.address ?? {}) as Record<string, string | undefined>;
  return [city, street_address];
}

/** The most common rate of open shops without an agreement of their own. */
async function usualRate({ db }: UserCtx): Promise<number | null> {
  const { rows } = await sql<{ rate: number }>`select admin_commission_rate as rate from shops
    where is_active and deleted_at is null and not is_custom_commission and admin_commission_rate is not null
    group by 1 order by count(*) desc, 1 limit 1`.execute(db);
  return rows[0]?.rate ?? null;
}

const fewestReviews = 3;

async function reviewHours({ db }: UserCtx): Promise<number | null> {
  const { rows } = await sql<{ count: number; hours: number | null }>`
    select count(*)::int as count, ceil(percentile_cont(0.5) within group (
      order by extract(epoch from approved_at - created_at) / 3600))::int as hours
    from (select created_at, approved_at from shops where approved_at > created_at and deleted_at is null
      order by approved_at desc limit 20) latest`.execute(db);
  const [found] = rows;
  return found && found.count >= fewestReviews ? found.hours : null;
}
