import { fromMinor, toMinor } from '@/contract/core/money';
import { type OrderMoney, orderMoney, pointsFor, worthOfPoints } from '@/contract/orders/money';
import type { OrderStatus } from '@/contract/orders/status';
import { type CouponTerms, computeDiscount } from '@/contract/promotions/coupons/rules';
import type { SeedCtx } from '@/server/demo/context';
import type { Buyer, Good } from './order-goods';
import texts from './order-texts.json';
import { pickStatusPath, type StatusPath, statusPathTo } from './orders';

const hour = 3600_000;
/** Guests, delivery times, and notes of buyers. */
const { guests, slots, notes } = texts;

export interface PlannedOrder {
  at: Date;
  buyer: Buyer;
  lines: { good: Good; quantity: number }[];
  money: OrderMoney;
  path: StatusPath;
  points: number;
  coupon: { id: number; usageId: number; shopId: number | null } | null;
  deliveryTime: string | null;
  note: string | null;
}

/** A seeded use of a coupon, which needs an order. */
export interface Usage extends CouponTerms {
  id: number;
  coupon_id: number;
  user_id: number | null;
  used_at: Date;
}

export interface OrderSpec {
  at: Date;
  buyer: Buyer;
  coupon?: Usage;
  /** Points of the wallet, all of which are spent. */
  points?: number;
  /** The shop of the first product, and the order's final status. */
  shopId?: number;
  until?: OrderStatus;
}

/** Plans what a buyer ordered, and how the order went. */
export function planOrder(ctx: SeedCtx, goods: readonly Good[], spec: OrderSpec): PlannedOrder {
  const { random, now } = ctx;
  const { at, buyer, coupon, points = 0, until } = spec;
  const lines = basketOf(ctx, goods, spec);
  const priced = lines.map(({ good, quantity }) => ({
    shopId: good.shopId,
    quantity,
    unitPrice: good.price,
    isTaxable: true,
  }));
  const subtotal = priced.reduce((sum, { unitPrice, quantity }) => sum + unitPrice * quantity, 0);
  const cart = {
    sub_total: fromMinor(subtotal),
    lines: priced.map(({ shopId, quantity, unitPrice }) => ({
      shop_id: shopId,
      price: fromMinor(unitPrice),
      quantity,
    })),
    isSignedIn: buyer.id !== null,
    isShippedFree: false,
  };
  const discount = coupon ? toMinor(computeDiscount(coupon, cart)) : 0;
  const isFree = coupon?.type === 'free_shipping' || subtotal > 500_000 || points > 0;
  const delivery = isFree ? 0 : ([199_00, 299_00, 399_00][random.whole(0, 2)] ?? 0);
  const total = subtotal - discount + delivery;
  const wallet = Math.min(worthOfPoints(points, pointsForRouble), total);
  const off = { discount, discountShopId: coupon?.shop_id ?? null, tax: 0, delivery, wallet };
  const money = orderMoney(priced, off);
  return {
    at,
    buyer,
    lines,
    money,
    path: until
      ? statusPathTo(until, random, { at, now, shops: money.shops.length })
      : pickStatusPath(random, at, now, money.shops.length, wallet > 0 && wallet === total),
    points: wallet === 0 ? 0 : Math.min(points, pointsFor(wallet, pointsForRouble)),
    coupon: coupon ? { id: coupon.coupon_id, usageId: coupon.id, shopId: coupon.shop_id } : null,
    deliveryTime: random.next() < 0.6 ? (slots[random.whole(0, slots.length - 1)] ?? null) : null,
    note: random.next() < 0.2 ? (notes[random.whole(0, notes.length - 1)] ?? null) : null,
  };
}

/** As in the settings of the demo. */
const pointsForRouble = 3;

/** Some products of one shop, sometimes also of a second one; with a coupon at least its minimum. */
function basketOf(
  { random }: SeedCtx,
  goods: readonly Good[],
  { at, coupon, shopId: wanted }: OrderSpec,
): PlannedOrder['lines'] {
  const there = goods.filter(({ since }) => since < at);
  const known = there.length > 5 ? there : goods;
  const any = known[random.whole(0, known.length - 1)];
  const shopId = coupon?.shop_id ?? wanted ?? any?.shopId;
  const others = [...new Set(known.map((good) => good.shopId))].filter((id) => id !== shopId);
  const second = random.next() < 0.34 ? others[random.whole(0, others.length - 1)] : undefined;
  const chosen = new Map<Good, number>();
  const put = (from: readonly Good[]) => {
    const good = from[random.whole(0, from.length - 1)];
    if (good) chosen.set(good, (chosen.get(good) ?? 0) + (random.next() < 0.75 ? 1 : random.whole(2, 4)));
  };
  const of = (id: number | undefined) => {
    const own = known.filter((good) => good.shopId === id);
    return own.length > 0 ? own : goods.filter((good) => good.shopId === id);
  };
  for (let left = random.whole(1, 3); left > 0; left -= 1) put(of(shopId));
  if (second !== undefined) put(of(second));
  const least = toMinor(coupon?.minimum_cart_amount ?? 500);
  const sum = () => [...chosen].reduce((all, [good, quantity]) => all + good.price * quantity, 0);
  while (sum() < least) put(of(shopId));
  return [...chosen].map(([good, quantity]) => ({ good, quantity }));
}

/** Buyer and time: some time after registration, more of them recently; one in eight is a guest. */
export function pickOrderSpec({ random, now }: SeedCtx, buyers: readonly Buyer[]): OrderSpec {
  const buyer = buyers[random.whole(0, buyers.length - 1)];
  const guest = guests[random.whole(0, guests.length - 1)];
  if (!buyer || !guest) throw new Error('The demo has no buyers');
  const year = now.getTime() - 360 * 24 * hour;
  if (random.next() < 0.12) {
    const at = momentAfter(random.next(), year, now);
    return { at, buyer: { ...guest, id: null, address: buyer.address, since: at } };
  }
  return { at: momentAfter(random.next(), Math.max(buyer.since.getTime(), year) + hour, now), buyer };
}

function momentAfter(dice: number, from: number, now: Date): Date {
  const last = now.getTime() - hour / 2;
  return new Date(Math.min(last, Math.max(from, last - dice ** 1.3 * (last - from))));
}
