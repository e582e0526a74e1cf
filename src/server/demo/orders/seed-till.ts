import { sql } from 'kysely';
import type { TillGateway, TillGood } from '@/contract/orders/till';
import type { UserCtx } from '@/server/core/context';
import { actor, ctxAt, type SeedCtx, seededId } from '@/server/demo/context';
import type { Book } from '@/server/demo/ledger/ledger-book';
import { typed } from '@/server/demo/typed';
import { closeShift, moveCash, openShift } from '@/server/modules/orders/till/change-shift';
import { sellAtTill } from '@/server/modules/orders/till/sell';
import { listTillGoods } from '@/server/modules/orders/till/till-goods';
import { currentQuote } from '@/server/modules/orders/till/till-quote';
import shiftsData from './till-shifts.json';

interface DemoShift {
  cashier: string;
  /** Start and end in hours ago; one that ends now is open. */
  hours: readonly [number, number];
  openingCash: number;
  /** Payment method, and indexes of the products at the till. */
  sales: readonly (readonly [TillGateway, ...number[]])[];
  /** Cash put in or taken out before closing, and the reason. */
  move?: readonly [number, string];
  /** Shortage of the drawer at closing. */
  missing: number;
  note?: string;
}

const shifts = typed<readonly DemoShift[]>(shiftsData);
const hour = 3600_000;

/**
 * Shifts at the first shop's till, with sales as cashiers make them: two closed and one open. Each sale finds
 * the demo's ledger written until its moment, because sales move money.
 */
export async function seedTill(seed: SeedCtx, book: Book): Promise<void> {
  const [shop] = seed.shops.values();
  if (!shop) return;
  const { slug } = await seed.db
    .selectFrom('shops')
    .select('slug')
    .where('id', '=', shop.id)
    .executeTakeFirstOrThrow();
  for (const shift of shifts) await seedShift(seed, book, { ...shop, slug }, shift);
  // No e-mails are sent: their links would have no base address.
  await sql`delete from outbox where template like 'order-%'`.execute(seed.db);
}

async function seedShift(
  seed: SeedCtx,
  book: Book,
  shop: { id: number; slug: string },
  shift: DemoShift,
): Promise<void> {
  const [from, to] = shift.hours.map((ago) => seed.now.getTime() - ago * hour) as [number, number];
  const cashier = await cashierOf(seed, shift.cashier);
  const at = (part: number) => ctxAt(seed.db, new Date(from + part * (to - from)), cashier);
  const { id } = await openShift(at(0), shop.slug, { opening_cash: shift.openingCash });
  const { data } = await listTillGoods(at(0), shop.slug, {});
  const goods = data.filter(({ left }) => left > 10);
  for (const [index, [gateway, ...places]] of shift.sales.entries()) {
    const ctx = at((index + 1) / (shift.sales.length + 2));
    await book(ctx.now);
    const chosen = places.flatMap((place) => goods[place] ?? []);
    await sell(ctx, shop, gateway, chosen);
  }
  const last = at((shift.sales.length + 1) / (shift.sales.length + 2));
  if (shift.move) {
    const [amount, reason] = shift.move;
    await moveCash(last, shop.slug, String(id), { amount, reason });
  }
  if (shift.hours[1] === 0) return;
  // Opening a shift again returns the current one.
  const { expected_cash } = await openShift(last, shop.slug, { opening_cash: shift.openingCash });
  await closeShift(at(1), shop.slug, String(id), {
    counted_cash: Math.max(0, expected_cash - shift.missing),
    note: shift.note ?? '',
  });
}

async function sell(
  ctx: UserCtx,
  shop: { id: number; slug: string },
  payment_gateway: TillGateway,
  goods: readonly TillGood[],
): Promise<void> {
  const products = goods.map(({ product_id, variation_option_id, price }) => ({
    product_id,
    variation_option_id,
    order_quantity: 1,
    unit_price: price,
    subtotal: price,
  }));
  const input = { products, customer_contact: null, coupon_code: null, discount: null };
  const { total } = await currentQuote(ctx, shop.id, input, 'none');
  await sellAtTill(ctx, shop.slug, { ...input, payment_gateway, total });
}

async function cashierOf({ db, shops }: SeedCtx, email: string): Promise<UserCtx['user']> {
  const { shop_id, ...row } = await db
    .selectFrom('users')
    .select(['id', 'name', 'email', 'permissions', 'shop_id'])
    .where('email', '=', email)
    .executeTakeFirstOrThrow();
  const permissions = row.permissions as UserCtx['user']['permissions'];
  return actor({ ...row, permissions, managedShopId: shop_id ?? seededId(shops, 'tea') });
}
