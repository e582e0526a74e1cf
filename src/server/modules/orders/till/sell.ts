import { toMinor } from '@/contract/core/money';
import { isOnline } from '@/contract/orders/online';
import type { TillSale, TillSaleInput } from '@/contract/orders/till';
import { businessDay } from '@/contract/settings/business-day';
import type { Ctx, UserCtx } from '@/server/core/context';
import { AppError, rejectField } from '@/server/core/errors';
import { settingsOptions } from '@/server/core/settings';
import { redeemCode } from '@/server/modules/accounts/sign-in/one-time-codes';
import {
  type OrderCart,
  type Redemption,
  redeemCoupon,
  type TillConsent,
} from '@/server/modules/promotions/coupons/coupon-redemption';
import { insertOrder, type OrderDraft, recordPlacement } from '../checkout/insert-order';
import { nextOrderId, takeGoods } from '../checkout/place-order';
import { assertCouponsEnabled, rejectCoupon } from '../checkout/verify-checkout';
import { handOverAtTill } from '../complete-order';
import { openAttempt } from '../payments/open-attempts';
import { assertGatewayOpen } from '../payments/open-gateways';
import { payUntil } from '../payments/payment-deadline';
import { checkCouponConsent } from './coupon-consent';
import { markSold } from './mark-sold';
import { customerAtTill } from './till-customer';
import { assertShopGoods, currentQuote, isUseful, tillCart, tillTotals } from './till-quote';
import { tillSale } from './till-sale';
import { lockOpenShift } from './till-shift';
import { type TillShop, tillShop } from './till-shop';

/**
 * `POST till/{shop}/sales`: sells over the counter in the caller's transaction, within the cashier's open shift. A sale
 * in cash or by the shop's card terminal is paid and handed over immediately; online the order waits for the payment
 * and is completed on receipt (`receive-payment.ts`). Throws NOT_FOUND for goods of another shop, ORDER_CHANGED with
 * the current receipt when a line is unavailable or the sum differs, and VALIDATION_FAILED.
 */
export async function sellAtTill(ctx: UserCtx, slug: string, input: TillSaleInput): Promise<TillSale> {
  const shop = await tillShop(ctx, slug);
  const settings = await settingsOptions(ctx);
  assertGatewayOpen(ctx, settings, input.payment_gateway);
  await assertShopGoods(ctx, shop.id, input);
  const tillShiftId = await lockOpenShift(ctx, shop);
  const id = await nextOrderId(ctx);
  const lines = await takeGoods(ctx, id, input.products);
  const { consent, codeId } = await checkCouponConsent(ctx, shop.id, input);
  if (!lines) throw await changed(ctx, shop, input, consent);
  const phone = input.customer_contact;
  const coupon = await redeem(ctx, input, await tillCart(ctx, { shopId: shop.id, phone, lines, consent }));
  if (codeId !== null) await redeemCode(ctx, codeId);
  const customer = await customerAtTill(ctx, shop.id, phone, consent === 'given');
  const totals = await tillTotals(ctx, lines, { shopId: shop.id, coupon, discount: input.discount });
  if (lines.some(({ problem }) => problem !== null) || totals.total !== toMinor(input.total)) {
    throw await changed(ctx, shop, input, consent);
  }
  const waits = isOnline(input.payment_gateway) && totals.total > 0;
  const draft: OrderDraft = {
    id,
    lines: lines.map(({ sold }) => sold),
    off: totals,
    terms: totals.terms,
    coupon: coupon && { id: coupon.coupon_id, usageId: coupon.usage_id },
    day: businessDay(ctx.now).replaceAll('-', ''),
    tillShiftId,
    customer: {
      id: customer?.id ?? null,
      name: customer?.name ?? null,
      contact: input.customer_contact ?? '',
      email: customer?.email ?? null,
    },
    gateway: totals.total > 0 ? input.payment_gateway : 'CASH',
    payUntil: waits ? payUntil(settings, input, ctx.now) : null,
  };
  const order = await insertOrder(ctx, draft);
  await markSold(ctx, order.id, input);
  await recordPlacement(ctx, order, draft.coupon);
  if (waits) await openAttempt(ctx, order.id);
  else await handOverAtTill(ctx, order.id);
  return tillSale(ctx, shop, order.parts[0]?.id ?? 0);
}

async function changed(
  ctx: Ctx,
  shop: TillShop,
  input: TillSaleInput,
  consent: TillConsent,
): Promise<AppError> {
  return new AppError('ORDER_CHANGED', { current: await currentQuote(ctx, shop.id, input, consent) });
}

async function redeem(
  ctx: Ctx,
  { coupon_code: code, discount }: TillSaleInput,
  cart: OrderCart,
): Promise<Redemption | null> {
  if (!code) return null;
  if (discount) rejectField('discount', 'error-one-discount');
  assertCouponsEnabled(await settingsOptions(ctx));
  const found = await redeemCoupon(ctx, code, cart);
  if ('message' in found) rejectCoupon(found.message);
  if (!isUseful(found)) rejectCoupon('COUPON_CODE_IS_NOT_APPLICABLE');
  return found;
}
