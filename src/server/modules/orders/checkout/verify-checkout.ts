import { isNoId } from '@/contract/core/rules';
import type { CartLineInput, VerifyInput } from '@/contract/orders/schema';
import type { VerifiedCheckout } from '@/contract/orders/wire';
import type { CouponRefusal } from '@/contract/promotions/coupons/rules';
import type { SettingsOptions } from '@/contract/settings';
import { type Ctx, isAdmin, ownShopIds } from '@/server/core/context';
import { AppError, rejectField, rejectValue } from '@/server/core/errors';
import type { JsonRecord } from '@/server/core/json-record';
import { consume, identifyRequester } from '@/server/core/rate-limits';
import { settingsOptions } from '@/server/core/settings';
import { guardGuesses } from '@/server/modules/promotions/coupons/coupon-guesses';
import {
  type CouponEffect,
  isCouponGuess,
  quoteCoupon,
} from '@/server/modules/promotions/coupons/coupon-redemption';
import {
  type AvailableLine,
  assertMinimumAmount,
  availablePoints,
  computeTotals,
  couponCart,
  isAvailable,
  presentCheckout,
  readCart,
} from './pricing';

/**
 * `POST orders/checkout/verify`: current totals of a cart and its unavailable lines (rules/orders: checking a cart
 * promises nothing). Writes nothing and reserves nothing. Points are the caller's, or for an administrator those of the
 * named customer. Throws VALIDATION_FAILED below the minimum and for an invalid coupon, FORBIDDEN for somebody else's
 * customer id.
 */
export async function verifyCheckout(ctx: Ctx, input: VerifyInput): Promise<VerifiedCheckout> {
  const customerId = await resolveCustomerId(ctx, input.customer_id);
  const settings = await settingsOptions(ctx);
  const lines = await readCart(ctx, input.products);
  const good = lines.filter(isAvailable);
  const coupon = await quoteCart(ctx, input.coupon_code, { settings, good, customerId });
  const totals = await computeTotals(ctx, good, { settings, address: taxAddress(input), coupon });
  // An incomplete cart reports its unavailable lines first.
  if (good.length === lines.length) assertMinimumAmount(settings, totals.amount);
  return presentCheckout(lines, totals, await availablePoints(ctx, customerId, settings));
}

async function quoteCart(
  ctx: Ctx,
  code: string | null | undefined,
  options: { settings: SettingsOptions; good: readonly AvailableLine[]; customerId: number | null },
): Promise<CouponEffect | null> {
  if (!code) return null;
  assertCouponsEnabled(options.settings);
  const cart = couponCart(options.good, options.customerId);
  const found = await guardGuesses(ctx, () => quoteCoupon(ctx, code, cart), isCouponGuess);
  return 'message' in found ? rejectCoupon(found.message) : found;
}

/** Order attempts per quarter of an hour, refused ones included, because each one locks stock. */
const attemptLimits = { buyer: 60, staff: 600, minutes: 15 };

/**
 * Counts order attempts by account or network, and coupon codes too, because they are worth money and short enough
 * to guess. Runs before the order's transaction. Throws TOO_MANY_REQUESTS.
 */
export async function limitOrderAttempts(ctx: Ctx, { coupon_code, coupon_id }: JsonRecord): Promise<void> {
  const key = `orders:${identifyRequester(ctx)}`;
  const hits = (await isShopStaff(ctx)) ? attemptLimits.staff : attemptLimits.buyer;
  await consume(ctx, { key, hits, minutes: attemptLimits.minutes });
  const code = typeof coupon_code === 'string' && coupon_code !== '' ? coupon_code : null;
  if (!code && (!coupon_id || isNoId(coupon_id))) return;
  const nothing = { user_id: ctx.user?.id ?? null, sub_total: 0, lines: [] };
  // A coupon id reveals nothing about the code, so it counts as a guess until the order is placed.
  await guardGuesses(
    ctx,
    async () => (code ? quoteCoupon(ctx, code, nothing) : null),
    (answer) => (answer === null ? !isAdmin(ctx) : isCouponGuess(answer)),
  );
}

/** Administrators (they run the till) and users of an active shop. Anybody can register an inactive one. */
async function isShopStaff(ctx: Ctx): Promise<boolean> {
  if (isAdmin(ctx)) return true;
  const shopIds = ctx.user ? ownShopIds(ctx.user) : [];
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

interface CheckoutInput extends Pick<VerifyInput, 'shipping_address' | 'billing_address' | 'coupon_code'> {
  products: readonly CartLineInput[];
}

/** The checkout in an ORDER_CHANGED response: an invalid coupon is ignored, nothing is refused. */
export async function currentCheckout(
  ctx: Ctx,
  input: CheckoutInput,
  customerId: number | null,
): Promise<VerifiedCheckout> {
  const settings = await settingsOptions(ctx);
  const lines = await readCart(ctx, input.products);
  const good = lines.filter(isAvailable);
  const code = settings.enableCoupons ? input.coupon_code : null;
  const found = code ? await quoteCoupon(ctx, code, couponCart(good, customerId)) : null;
  const coupon = found && !('message' in found) ? found : null;
  const totals = await computeTotals(ctx, good, { settings, address: taxAddress(input), coupon });
  return presentCheckout(lines, totals, await availablePoints(ctx, customerId, settings));
}

/**
 * The customer of an order: administrators may name one, everybody else is their own. Null for a guest. Throws
 * FORBIDDEN.
 */
export async function resolveCustomerId(
  ctx: Ctx,
  requested: number | null | undefined,
): Promise<number | null> {
  if (requested === null || requested === undefined || requested === ctx.user?.id)
    return ctx.user?.id ?? null;
  if (!isAdmin(ctx)) throw new AppError('FORBIDDEN');
  const found = await ctx.db
    .selectFrom('users')
    .select('id')
    .where('id', '=', requested)
    .where('is_active', '=', true)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (!found) rejectValue('customer_id');
  return found.id;
}

/** The address that decides taxes. */
export const taxAddress = ({
  shipping_address,
  billing_address,
}: Pick<VerifyInput, 'shipping_address' | 'billing_address'>) => shipping_address ?? billing_address;

/** Throws VALIDATION_FAILED when coupons are switched off. */
export function assertCouponsEnabled({ enableCoupons }: SettingsOptions): void {
  if (enableCoupons) return;
  rejectField('coupon_code', 'error-coupons-off');
}

/** Throws VALIDATION_FAILED with the reason as a form message. */
export function rejectCoupon(why: CouponRefusal): never {
  rejectField('coupon_code', couponErrors[why]);
}

const couponErrors: Record<CouponRefusal, string> = {
  INVALID_COUPON_CODE: 'error-coupon-unknown',
  THIS_COUPON_CODE_IS_NOT_APPROVED: 'error-coupon-not-approved',
  THIS_COUPON_CODE_IS_ONLY_FOR_VERIFIED_USERS: 'error-coupon-signed-in',
  COUPON_CODE_IS_NOT_APPLICABLE_IN_THIS_SHOP_PRODUCT: 'error-coupon-other-shop',
  ALREADY_FREE_SHIPPING_ACTIVATED: 'error-coupon-free-anyway',
  COUPON_CODE_IS_NOT_APPLICABLE: 'error-coupon-minimum',
  COUPON_USAGE_LIMIT_REACHED: 'error-coupon-used-up',
  CUSTOMER_CODE_NEEDED: 'error-coupon-code-needed',
  CUSTOMER_CODE_WRONG: 'error-otp-wrong',
};
