import { type CartLineInput, type VerifyInput, verifySchema } from '@/contract/orders/schema';
import type { VerifiedCheckout } from '@/contract/orders/wire';
import type { CouponRefusal } from '@/contract/promotions/coupons/rules';
import type { SettingsOptions } from '@/contract/settings';
import { type Ctx, isAdmin, shopIdsOf } from '@/server/core/context';
import { AppError } from '@/server/core/errors';
import { consume } from '@/server/core/rate-limits';
import type { JsonRecord } from '@/server/core/resource/query';
import { settingsOptions } from '@/server/core/settings';
import { validate } from '@/server/core/validate';
import { guardGuesses } from '@/server/modules/promotions/coupons/coupon-guesses';
import {
  type CouponEffect,
  isCouponGuess,
  quoteCoupon,
} from '@/server/modules/promotions/coupons/coupon-redemption';
import {
  assertMinimumAmount,
  availablePoints,
  couponCart,
  figuresOf,
  type GoodLine,
  isGood,
  readCart,
  toVerified,
} from './pricing';

/**
 * `POST orders/checkout/verify`: what a cart comes to now, and what of it cannot be had (reference rules §3.7). It promises
 * nothing and writes nothing. Points are the caller's own, or for an administrator those of the customer they name (S-21).
 * Throws VALIDATION_FAILED below the minimum and for a coupon that does not hold, FORBIDDEN for somebody else's customer.
 */
export async function verifyCheckout(ctx: Ctx, body: JsonRecord): Promise<VerifiedCheckout> {
  const input = await validate(verifySchema, body);
  const customerId = await customerIdOf(ctx, input.customer_id);
  const settings = await settingsOptions(ctx);
  const lines = await readCart(ctx, input.products);
  const good = lines.filter(isGood);
  const coupon = await quote(ctx, input.coupon_code, { settings, good, customerId });
  const figures = await figuresOf(ctx, good, { settings, address: addressOf(input), coupon });
  // A cart that is not whole is told what is missing first.
  if (good.length === lines.length) assertMinimumAmount(settings, figures.amount);
  return toVerified(lines, figures, await availablePoints(ctx, customerId, settings));
}

async function quote(
  ctx: Ctx,
  code: string | null | undefined,
  about: { settings: SettingsOptions; good: readonly GoodLine[]; customerId: number | null },
): Promise<CouponEffect | null> {
  if (!code) return null;
  assertCouponsEnabled(about.settings);
  const cart = couponCart(about.good, about.customerId);
  const found = await guardGuesses(ctx, () => quoteCoupon(ctx, code, cart), isCouponGuess);
  return 'message' in found ? rejectCoupon(found.message) : found;
}

/** Orders that may be tried in a quarter of an hour, refused ones included: each takes goods from others. */
const orderTries = { buyer: 60, staff: 600, minutes: 15 };

/**
 * Counts what an order tries, before the order itself: accounts by their id, guests by their address, and coupons, because
 * codes are money and short enough to guess. Throws TOO_MANY_REQUESTS.
 */
export async function guardOrder(ctx: Ctx, { coupon_code, coupon_id }: JsonRecord): Promise<void> {
  const key = ctx.user ? `orders:user:${ctx.user.id}` : `orders:ip:${ctx.ip}`;
  const hits = (await worksHere(ctx)) ? orderTries.staff : orderTries.buyer;
  await consume(ctx, { key, hits, minutes: orderTries.minutes });
  const code = typeof coupon_code === 'string' && coupon_code !== '' ? coupon_code : null;
  if (!code && !coupon_id) return;
  const nothing = { user_id: ctx.user?.id ?? null, sub_total: 0, lines: [] };
  // An id tells nothing of the code: whoever names one that way guesses until the order is placed.
  await guardGuesses(
    ctx,
    async () => (code ? quoteCoupon(ctx, code, nothing) : null),
    (answer) => (answer === null ? !isAdmin(ctx) : isCouponGuess(answer)),
  );
}

/** Administrators, who run the till, and people of an approved shop; anybody can register as the owner of another. */
async function worksHere(ctx: Ctx): Promise<boolean> {
  if (isAdmin(ctx)) return true;
  const shopIds = ctx.user ? shopIdsOf(ctx.user) : [];
  if (shopIds.length === 0) return false;
  const active = await ctx.db
    .selectFrom('shops')
    .select('id')
    .where('id', 'in', shopIds)
    .where('is_active', '=', true)
    .limit(1)
    .executeTakeFirst();
  return active !== undefined;
}

interface Asked extends Pick<VerifyInput, 'shipping_address' | 'billing_address' | 'coupon_code'> {
  products: readonly CartLineInput[];
}

/** The same for an order that is refused: the coupon counts if it may, and nothing else is refused. */
export async function currentCheckout(
  ctx: Ctx,
  input: Asked,
  customerId: number | null,
): Promise<VerifiedCheckout> {
  const settings = await settingsOptions(ctx);
  const lines = await readCart(ctx, input.products);
  const good = lines.filter(isGood);
  const code = settings.enableCoupons ? input.coupon_code : null;
  const found = code ? await quoteCoupon(ctx, code, couponCart(good, customerId)) : null;
  const coupon = found && !('message' in found) ? found : null;
  const figures = await figuresOf(ctx, good, { settings, address: addressOf(input), coupon });
  return toVerified(lines, figures, await availablePoints(ctx, customerId, settings));
}

/** Whose order it is: an administrator says so, everybody else is it themselves. Null: a guest. Throws FORBIDDEN. */
export async function customerIdOf(ctx: Ctx, asked: number | null | undefined): Promise<number | null> {
  if (asked === null || asked === undefined || asked === ctx.user?.id) return ctx.user?.id ?? null;
  if (!isAdmin(ctx)) throw new AppError('FORBIDDEN');
  const found = await ctx.db
    .selectFrom('users')
    .select('id')
    .where('id', '=', asked)
    .where('is_active', '=', true)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (!found) throw new AppError('VALIDATION_FAILED', { fields: { customer_id: ['error-wrong-value'] } });
  return found.id;
}

/** Where it goes: taxes are those of this address. */
export const addressOf = ({
  shipping_address,
  billing_address,
}: Pick<VerifyInput, 'shipping_address' | 'billing_address'>) => shipping_address ?? billing_address;

/** Throws VALIDATION_FAILED when the marketplace takes no coupons. */
export function assertCouponsEnabled({ enableCoupons }: SettingsOptions): void {
  if (enableCoupons) return;
  throw new AppError('VALIDATION_FAILED', { fields: { coupon_code: ['error-coupons-off'] } });
}

/** Why a coupon does not hold for this order, as words of the form. */
export function rejectCoupon(why: CouponRefusal): never {
  throw new AppError('VALIDATION_FAILED', { fields: { coupon_code: [couponErrors[why]] } });
}

const couponErrors: Record<CouponRefusal, string> = {
  INVALID_COUPON_CODE: 'error-coupon-unknown',
  THIS_COUPON_CODE_IS_NOT_APPROVED: 'error-coupon-not-approved',
  THIS_COUPON_CODE_IS_ONLY_FOR_VERIFIED_USERS: 'error-coupon-signed-in',
  COUPON_CODE_IS_NOT_APPLICABLE_IN_THIS_SHOP_PRODUCT: 'error-coupon-other-shop',
  ALREADY_FREE_SHIPPING_ACTIVATED: 'error-coupon-free-anyway',
  COUPON_CODE_IS_NOT_APPLICABLE: 'error-coupon-minimum',
  COUPON_USAGE_LIMIT_REACHED: 'error-coupon-used-up',
};
