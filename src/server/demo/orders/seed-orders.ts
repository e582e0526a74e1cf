import { sql } from 'kysely';
import { businessDay } from '@/contract/settings/business-day';
import { jobCtx } from '@/server/core/jobs/job';
import { type SeedCtx, seededId } from '@/server/demo/context';
import { inChunks, type PastEntry } from '@/server/demo/ledger/ledger-book';
import { scheduleOpenParts } from '@/server/modules/orders/ship-by/part-deadlines';
import { lastDaysSpecs } from './last-days';
import { pickProvider, planAttempts } from './order-attempts';
import { type Buyer, loadBuyers, loadGoods, loadSellers } from './order-goods';
import { planEntries, pointsGift } from './order-money';
import { type PlannedOrder, pickOrderSpec, planOrder, type Usage } from './order-plans';
import { planMovements } from './order-stock';
import { lineRow, partRow, planEvents, rootRow } from './order-table';

/** Number of whole orders in the demo. */
const count = 430;
/** Points granted by an administrator, so that some orders are paid with points alone. */
const gift = 12_000;

/**
 * A year of orders in every state, with parts, lines, history and stock journal. Returns their ledger entries for the
 * demo's ledger.
 */
export async function seedOrders(ctx: SeedCtx): Promise<PastEntry[]> {
  const { db } = ctx;
  const goods = await loadGoods(ctx);
  const sellers = await loadSellers(ctx);
  const { plans, gifts } = await plansOf(ctx, goods);
  const numbers = new Set<string>();
  const number = (at: Date) => freeNumber(ctx, businessDay(at).replaceAll('-', ''), numbers);
  const roots = await inChunks(
    plans,
    (chunk) =>
      db
        .insertInto('orders')
        .values(chunk.map((plan) => rootRow(plan, number(plan.at))))
        .returning('id')
        .execute(),
    400,
  );
  const rootIdOf = (place: number) => roots[place]?.id ?? 0;
  const asked = plans.flatMap((plan, place) =>
    plan.money.shops.map((shop, index) => ({ plan, place, shop, index })),
  );
  const stored = await inChunks(
    asked,
    (chunk) =>
      db
        .insertInto('orders')
        .values(
          chunk.map(({ plan, place, shop, index }) => ({
            ...partRow(plan, index, sellers.get(shop.shopId)?.commissionRate ?? 0, number(plan.at)),
            parent_id: rootIdOf(place),
            shop_id: shop.shopId,
          })),
        )
        .returning('id')
        .execute(),
    400,
  );
  const partIds = plans.map((_plan, place) =>
    asked.flatMap((one, at) => (one.place === place ? [stored[at]?.id ?? 0] : [])),
  );
  const about = plans.map((plan, place) => ({
    plan,
    provider: pickProvider(plan, ctx.now),
    rootId: rootIdOf(place),
    partIds: partIds[place] ?? [],
  }));
  await inChunks(
    about.flatMap((one) => one.plan.lines.map((_line, position) => lineRow(one, position, sellers))),
    (chunk) => db.insertInto('order_lines').values(chunk).returning('id').execute(),
  );
  await inChunks(about.flatMap(planEvents), (chunk) =>
    db.insertInto('order_events').values(chunk).returning('id').execute(),
  );
  await inChunks(planMovements(about), (chunk) =>
    db.insertInto('stock_movements').values(chunk).returning('id').execute(),
  );
  await inChunks(about.flatMap(planAttempts), (chunk) =>
    db.insertInto('payment_attempts').values(chunk).returning('id').execute(),
  );
  await sql`select number_orders(${plans.length})`.execute(db);
  await countSold(ctx);
  await linkUsages(ctx, about);
  await scheduleOpenParts(jobCtx(db, ctx.now, ''));
  return [...gifts, ...about.flatMap((one) => planEntries(one, sellers))];
}

/** Sold counts are what orders took and did not return, as the stock functions count. */
async function countSold({ db }: SeedCtx): Promise<void> {
  const sold = (
    column: 'product_id' | 'variation_option_id',
    id: string,
  ) => sql`(select coalesce(sum(l.quantity), 0)::int
    from order_lines l join orders o on o.id = l.order_id
    where l.${sql.ref(column)} = ${sql.ref(id)} and o.order_status not in ('order-cancelled', 'order-failed'))`;
  await sql`update products set sold_quantity = ${sold('product_id', 'products.id')}`.execute(db);
  await sql`update variation_options
    set sold_quantity = ${sold('variation_option_id', 'variation_options.id')}`.execute(db);
}

async function plansOf(ctx: SeedCtx, goods: Awaited<ReturnType<typeof loadGoods>>) {
  const { now, people } = ctx;
  const buyers = await loadBuyers(ctx);
  const plans: PlannedOrder[] = [];
  for (const coupon of await usagesOf(ctx)) {
    const buyer = buyers.find(({ id }) => id === coupon.user_id);
    if (buyer) plans.push(planOrder(ctx, goods, { at: coupon.used_at, buyer, coupon }));
  }
  const gifts: PastEntry[] = [];
  for (const [index, key] of ['customer', 'olga', 'maxim', 'yulia'].entries()) {
    const buyer = buyers.find(({ id }) => id === seededId(people, key));
    if (!buyer) continue;
    const ago = (days: number) => new Date(now.getTime() - days * 24 * 3600_000);
    // The last buyer's points do not cover the order.
    const points = index === 3 ? 600 : gift;
    gifts.push(...pointsGift(ago(30 + index), seededId(people, key), points));
    plans.push(planOrder(ctx, cheap(goods), { at: ago(9 + index * 5), buyer, points }));
  }
  for (const spec of lastDaysSpecs(ctx, buyers)) plans.push(planOrder(ctx, goods, spec));
  while (plans.length < count) plans.push(planOrder(ctx, goods, pickOrderSpec(ctx, withFavourites(buyers))));
  return { plans: plans.toSorted((a, b) => a.at.getTime() - b.at.getTime()), gifts };
}

/** Products cheap enough to be paid with the granted points. */
const cheap = (goods: Awaited<ReturnType<typeof loadGoods>>) => goods.filter(({ price }) => price < 100_000);

/** The demo customer buys more than others, so that the account has a history. */
const withFavourites = (buyers: readonly Buyer[]) => [
  ...buyers,
  ...buyers.slice(0, 2),
  ...buyers.slice(0, 2),
];

async function usagesOf({ db }: SeedCtx): Promise<Usage[]> {
  return db
    .selectFrom('coupon_usages as u')
    .innerJoin('coupons as c', 'c.id', 'u.coupon_id')
    .select(['u.id', 'u.coupon_id', 'u.user_id', 'u.used_at', 'c.amount', 'c.minimum_cart_amount'])
    .select(['c.active_from', 'c.expire_at', 'c.target', 'c.is_approve', 'c.shop_id'])
    .select(['c.usage_limit', 'c.usage_limit_per_user'])
    .select(sql<Usage['type']>`c.type`.as('type'))
    .orderBy('u.id')
    .execute();
}

async function linkUsages(
  { db }: SeedCtx,
  about: readonly { plan: PlannedOrder; rootId: number }[],
): Promise<void> {
  const links = about.flatMap(({ plan, rootId }) =>
    plan.coupon ? [{ id: plan.coupon.usageId, order_id: rootId }] : [],
  );
  await sql`update coupon_usages u set order_id = l.order_id
    from jsonb_to_recordset(${JSON.stringify(links)}::jsonb) as l (id bigint, order_id bigint)
    where u.id = l.id`.execute(db);
}

function freeNumber({ random }: SeedCtx, day: string, taken: Set<string>): string {
  for (;;) {
    const number = `${day}${random.whole(100_000, 999_999)}`;
    if (taken.has(number)) continue;
    taken.add(number);
    return number;
  }
}
