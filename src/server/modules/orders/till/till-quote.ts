import { fromMinor } from '@/contract/core/money';
import { orderMoney } from '@/contract/orders/money';
import type { KeptCoupon } from '@/contract/orders/terms';
import type { TillDiscount, TillQuote, TillQuoteInput, VatPart } from '@/contract/orders/till';
import type { CouponRefusal } from '@/contract/promotions/coupons/rules';
import type { Ctx, UserCtx } from '@/server/core/context';
import { AppError } from '@/server/core/errors';
import { settingsOptions } from '@/server/core/settings';
import { inTransaction } from '@/server/core/transaction';
import { guardGuesses } from '@/server/modules/promotions/coupons/coupon-guesses';
import {
  type CouponEffect,
  isCouponGuess,
  type OrderCart,
  quoteCoupon,
  type TillConsent,
} from '@/server/modules/promotions/coupons/coupon-redemption';
import {
  type AvailableLine,
  computeTotals,
  couponCart,
  isAvailable,
  type OrderTotals,
  presentCheckout,
  readCart,
} from '../checkout/pricing';
import { checkCouponConsent } from './coupon-consent';
import { customerAtTill } from './till-customer';
import { tillShop } from './till-shop';

/**
 * `POST till/{shop}/quote`: the current total of a receipt and its unavailable lines. Reserves nothing. Throws
 * NOT_FOUND for goods of another shop, VALIDATION_FAILED, TOO_MANY_REQUESTS for guessed coupons.
 */
export async function quoteAtTill(ctx: UserCtx, slug: string, input: TillQuoteInput): Promise<TillQuote> {
  const shop = await tillShop(ctx, slug);
  await assertShopGoods(ctx, shop.id, input);
  const { consent } = await inTransaction(ctx, (tx) => checkCouponConsent(tx, shop.id, input));
  return guardGuesses(
    ctx,
    () => currentQuote(ctx, shop.id, input, consent),
    ({ coupon_refusal }) => coupon_refusal !== null && isCouponGuess(refusal(coupon_refusal)),
  );
}

const refusal = (message: CouponRefusal) => ({ is_valid: false as const, message });

/** Throws NOT_FOUND when a line belongs to another shop. */
export async function assertShopGoods(
  ctx: Ctx,
  shopId: number,
  { products }: Pick<TillQuoteInput, 'products'>,
): Promise<void> {
  const ids = products.map(({ product_id }) => product_id);
  const foreign = await ctx.db
    .selectFrom('products')
    .select('id')
    .where('id', 'in', ids)
    .where('shop_id', '!=', shopId)
    .limit(1)
    .executeTakeFirst();
  if (foreign) throw new AppError('NOT_FOUND');
}

/** The receipt at current prices and stock. An invalid coupon is ignored. */
export async function currentQuote(
  ctx: Ctx,
  shopId: number,
  input: TillQuoteInput,
  consent: TillConsent,
): Promise<TillQuote> {
  const lines = await readCart(ctx, input.products);
  const good = lines.filter(isAvailable);
  const coupon = await quotedCoupon(ctx, shopId, input, { good, consent });
  const why = coupon !== null && 'message' in coupon ? coupon.message : null;
  const effect = coupon !== null && !('message' in coupon) ? coupon : null;
  const totals = await tillTotals(ctx, good, { shopId, coupon: effect, discount: input.discount });
  const { amount, discount, total, total_tax, lines: shown } = presentCheckout(lines, totals, noPoints);
  return { amount, discount, total, total_tax, lines: shown, vat: vatOf(good, totals), coupon_refusal: why };
}

const noPoints = { points: 0, worth: 0 };

async function quotedCoupon(
  ctx: Ctx,
  shopId: number,
  { coupon_code: code, customer_contact: phone }: TillQuoteInput,
  { good, consent }: { good: readonly AvailableLine[]; consent: TillConsent },
) {
  if (!code) return null;
  const { enableCoupons } = await settingsOptions(ctx);
  if (!enableCoupons) return refusal('COUPON_CODE_IS_NOT_APPLICABLE');
  const cart = await tillCart(ctx, { shopId, phone, lines: good, consent });
  const found = await quoteCoupon(ctx, code, cart);
  return isUseful(found) ? found : refusal('COUPON_CODE_IS_NOT_APPLICABLE');
}

interface TillBasket {
  shopId: number;
  phone: string | null | undefined;
  lines: readonly AvailableLine[];
  consent: TillConsent;
}

/** A till sale for coupons. A phone is nobody to them until its owner agrees. */
export async function tillCart(ctx: Ctx, { shopId, phone, lines, consent }: TillBasket): Promise<OrderCart> {
  const customer = consent === 'given' ? await customerAtTill(ctx, shopId, phone, true) : undefined;
  return { ...couponCart(lines, customer?.id ?? null), till: { shop_id: shopId, consent } };
}

/** A till sale has no delivery, so free delivery is no discount. */
export const isUseful = (found: { discount: number } | { message: CouponRefusal }) =>
  'message' in found || found.discount > 0;

interface TillTerms {
  shopId: number;
  coupon: CouponEffect | null;
  /** The cashier's own discount, borne by the shop. */
  discount: TillDiscount | null;
}

/** Goods, discount and tax without delivery: the goods are handed over. */
export async function tillTotals(
  ctx: Ctx,
  lines: readonly AvailableLine[],
  { shopId, coupon, discount }: TillTerms,
): Promise<OrderTotals> {
  const settings = await settingsOptions(ctx);
  const terms = coupon?.terms ?? (discount && keptDiscount(shopId, discount));
  const effect = { coupon_id: 0, shop_id: null, discount: 0, ...coupon, terms, isDeliveryFree: true };
  return computeTotals(ctx, lines, { settings, address: null, coupon: effect });
}

const keptDiscount = (shopId: number, { type, value }: TillDiscount): KeptCoupon => ({
  type: type === 'percent' ? 'percentage' : 'fixed',
  amount: value,
  minimum: 0,
  shop_id: shopId,
});

/** VAT included in the paid sums, by rate. */
function vatOf(lines: readonly AvailableLine[], totals: OrderTotals): VatPart[] {
  const money = orderMoney(
    lines.map(({ sold }) => sold),
    totals,
  );
  const paid = lines.map(({ sold }, place) => ({
    rate: sold.vatRate,
    total: money.lines[place]?.total ?? 0,
  }));
  return vatParts(paid);
}

/** Sums in kopecks. */
export function vatParts(paid: readonly { rate: string | null; total: number }[]): VatPart[] {
  const sums = new Map<number, number>();
  for (const { rate: written, total } of paid) {
    const rate = vatRate(written);
    if (rate > 0) sums.set(rate, (sums.get(rate) ?? 0) + total);
  }
  return [...sums]
    .sort(([one], [other]) => other - one)
    .map(([rate, sum]) => ({ rate, sum: fromMinor(vatWithin(rate, sum)) }));
}

/** Per cent; 0 for goods without VAT. A product stores the rate as `22`, a shop as `vat22`. */
function vatRate(written: string | null): number {
  return Number(written?.replace('vat', '')) || 0;
}

const vatWithin = (rate: number, sum: number) => Math.round((sum * rate) / (100 + rate));

/** The VAT within a sum, both in kopecks. */
export function vatPart(written: string | null, sum: number): { rate: number; sum: number } {
  const rate = vatRate(written);
  return { rate, sum: vatWithin(rate, sum) };
}
