import { fromMinor, toMinor } from '@/contract/core/money';
import { deliveryOf, type TaxedAddress, taxOf } from '@/contract/orders/charges';
import { orderMoneyOf, type Reductions, share, worthOfPoints } from '@/contract/orders/money';
import type { VerifiedCheckout } from '@/contract/orders/wire';
import type { SettingsOptions } from '@/contract/settings';
import type { Ctx } from '@/server/core/context';
import { AppError } from '@/server/core/errors';
import { pointsPerRouble } from '@/server/core/settings';
import { balanceOf } from '@/server/modules/ledger/ledger';
import type { CouponEffect, OrderCart } from '@/server/modules/promotions/coupons/coupon-redemption';
import { sharedCharge, taxRateOf } from './checkout-settings';
import { type CheckedLine, type GoodLine, isGood } from './pricing';

/** What an order comes to before points pay for it, in kopecks. */
export type Figures = Reductions & { amount: number; total: number };

/** What they are found from. */
export interface Terms {
  settings: SettingsOptions;
  /** Where it goes; null: not known, or fetched. */
  address: TaxedAddress | null;
  coupon: CouponEffect | null;
}

/**
 * Goods, discount, delivery and tax of lines that can be had (reference rules §3.7, R-095, R-096, §3.17). The tax is that
 * of what is paid: of the goods without what the coupon takes off. Throws VALIDATION_FAILED for a sum beyond counting.
 */
export async function figuresOf(ctx: Ctx, lines: readonly GoodLine[], terms: Terms): Promise<Figures> {
  const { settings, address, coupon } = terms;
  const sold = lines.map((line) => line.sold);
  const discounted: Reductions = {
    ...{ tax: 0, delivery: 0, wallet: 0 },
    discount: toMinor(coupon?.discount ?? 0),
    discountShopId: coupon?.shop_id ?? null,
  };
  const plain = orderMoneyOf(sold, discounted);
  if (!Number.isSafeInteger(plain.subtotal)) {
    throw new AppError('VALIDATION_FAILED', { fields: { products: ['error-too-big'] } });
  }
  const weights = await deliveryByLine(ctx, sold, plain.subtotal, terms);
  const delivery = weights.reduce((sum, one) => sum + one, 0);
  const taxable = plain.lines.reduce(
    (sum, money, place) => sum + (sold[place]?.isTaxable ? money.total : 0),
    0,
  );
  const tax = taxOf(await taxRateOf(ctx, settings, address), taxable, delivery);
  return {
    ...discounted,
    ...{ tax, delivery, deliveryWeights: weights },
    amount: plain.subtotal,
    total: plain.total + tax + delivery,
  };
}

/** What each line costs to bring: its share, by the goods, of what its shop's delivery costs. */
async function deliveryByLine(
  ctx: Ctx,
  sold: readonly GoodLine['sold'][],
  goods: number,
  { settings, coupon }: Terms,
): Promise<number[]> {
  const isFree = settings.freeShipping && toMinor(settings.freeShippingAmount ?? 0) <= goods;
  const parcels = sold.map((line) => ({ ...line, subtotal: line.unitPrice * line.quantity }));
  const byShop = deliveryOf(parcels, { isFree, charge: await sharedCharge(ctx, settings) });
  // A shop's coupon frees what that shop sends.
  if (coupon?.isDeliveryFree && coupon.shop_id === null) byShop.clear();
  else if (coupon?.isDeliveryFree && coupon.shop_id !== null) byShop.delete(coupon.shop_id);
  const each = parcels.map(() => 0);
  for (const [shopId, sum] of byShop) {
    const own = parcels.flatMap((line, place) => (line.shopId === shopId && !line.isDigital ? [place] : []));
    const shares = share(
      sum,
      own.map((place) => parcels[place]?.subtotal ?? 0),
    );
    for (const [index, place] of own.entries()) each[place] = shares[index] ?? 0;
  }
  return each;
}

/** A cart as coupons look at it. */
export function couponCart(lines: readonly GoodLine[], userId: number | null): OrderCart {
  const goods = lines.map(({ sold }) => ({
    ...{ shop_id: sold.shopId, price: fromMinor(sold.unitPrice), quantity: sold.quantity },
  }));
  const sum = lines.reduce((total, { sold }) => total + sold.unitPrice * sold.quantity, 0);
  return { user_id: userId, sub_total: fromMinor(sum), lines: goods };
}

/** Throws VALIDATION_FAILED for goods of less than the marketplace takes an order for; `current` says how much. */
export function assertMinimumAmount({ minimumOrderAmount }: SettingsOptions, amount: number): void {
  const minimum = minimumOrderAmount ?? 0;
  if (amount >= toMinor(minimum)) return;
  throw new AppError('VALIDATION_FAILED', {
    fields: { amount: ['error-minimum-order'] },
    current: { minimum_order_amount: minimum },
  });
}

/** Whole points of a person, and what they pay in kopecks. Nobody has none. */
export async function pointsOf(ctx: Ctx, userId: number | null, settings: SettingsOptions) {
  const balance = userId === null ? 0 : await balanceOf(ctx, { kind: 'wallet', userId });
  const points = Math.max(0, Math.floor(fromMinor(balance)));
  return { points, worth: worthOfPoints(points, pointsPerRouble(settings)) };
}

/** What the buyer is told (reference entities E59). */
export function toVerified(
  lines: readonly CheckedLine[],
  figures: Figures,
  wallet: { points: number; worth: number },
): VerifiedCheckout {
  const unavailable = lines.filter((line) => !isGood(line)).map(({ asked }) => asked.product_id);
  return {
    total_tax: fromMinor(figures.tax),
    shipping_charge: fromMinor(figures.delivery),
    unavailable_products: [...new Set(unavailable)],
    wallet_amount: wallet.points,
    wallet_currency: fromMinor(wallet.worth),
    amount: fromMinor(figures.amount),
    discount: fromMinor(figures.discount),
    total: fromMinor(figures.total),
    lines: lines.map(({ asked, sold, left, problem }) => ({
      product_id: asked.product_id,
      variation_option_id: asked.variation_option_id ?? null,
      unit_price: fromMinor(sold?.unitPrice ?? 0),
      ...{ left, problem },
    })),
  };
}
