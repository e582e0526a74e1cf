import type { TillQuoteInput, tillCouponCodeSchema } from '@/contract/orders/till';
import type { Ctx, UserCtx } from '@/server/core/context';
import { AppError } from '@/server/core/errors';
import type { JsonRecord } from '@/server/core/json-record';
import { consume } from '@/server/core/rate-limits';
import { settingsOptions } from '@/server/core/settings';
import { inTransaction } from '@/server/core/transaction';
import type { Input } from '@/server/core/validate';
import { checkDigits, issueDigits } from '@/server/modules/accounts/sign-in/one-time-codes';
import { consumeSms } from '@/server/modules/accounts/sign-in/phone-codes';
import { send } from '@/server/modules/messaging/outbox';
import { guardGuesses } from '@/server/modules/promotions/coupons/coupon-guesses';
import {
  isCouponGuess,
  quoteCoupon,
  type TillConsent,
} from '@/server/modules/promotions/coupons/coupon-redemption';
import { assertCouponsEnabled, rejectCoupon } from '../checkout/verify-checkout';
import { tillCouponCode } from '../emails';
import { tillShop } from './till-shop';

const purpose = 'till-coupon';
const minutes = 10;

/** Sales with a customer's code at the till of a shop: one that fails is rolled back, so its code counts no attempt. */
const confirmedSales = { hits: 20, minutes: 15 };

/** A coupon, and the phone of the customer who is to use it. */
type CouponUse = Pick<TillQuoteInput, 'coupon_code' | 'customer_contact' | 'coupon_confirmation'>;

/**
 * `POST till/{shop}/coupon-code`: sends the phone six digits by which its owner agrees to use the coupon at this till.
 * The answer is the same for a phone with an account, without one, and for somebody who has used the coupon. Throws
 * NOT_FOUND for the shop, VALIDATION_FAILED for a coupon that nobody can use there, ACTION_NOT_VALID for one that needs
 * no code, TOO_MANY_REQUESTS as for every SMS with a code.
 */
export async function sendTillCouponCode(
  ctx: UserCtx,
  slug: string,
  asked: Input<typeof tillCouponCodeSchema>,
): Promise<JsonRecord> {
  const shop = await tillShop(ctx, slug);
  const { coupon_code: coupon, customer_contact: phone } = asked;
  assertCouponsEnabled(await settingsOptions(ctx));
  await assertNeedsCode(ctx, shop.id, coupon);
  await consumeSms(ctx, phone);
  await inTransaction(ctx, async (tx) => {
    const recipient = recipientOf(shop.id, asked);
    const { code } = await issueDigits(tx, { purpose, userId: null, recipient, minutes });
    const message = tillCouponCode({ code, coupon: coupon.toUpperCase(), shop: shop.name });
    await send(tx, { channel: 'sms', to: phone, minutes, ...message });
  });
  return { success: true, expires_in: minutes * 60, retry_after: 60 };
}

async function assertNeedsCode(ctx: UserCtx, shopId: number, code: string): Promise<void> {
  // A cart that every minimum allows: what is bought does not matter yet.
  const lines = [{ shop_id: shopId, price: 1e9, quantity: 1 }];
  const till = { shop_id: shopId, consent: 'none' as const };
  const found = await guardGuesses(
    ctx,
    () => quoteCoupon(ctx, code, { user_id: null, sub_total: 1e9, lines, till }),
    isCouponGuess,
  );
  if (!('message' in found)) throw new AppError('ACTION_NOT_VALID');
  if (found.message !== 'CUSTOMER_CODE_NEEDED') rejectCoupon(found.message);
}

/** The customer's agreement, with the id of the code that gave it. A wrong code counts: the caller must commit. */
export async function checkCouponConsent(
  ctx: Ctx,
  shopId: number,
  asked: CouponUse,
): Promise<{ consent: TillConsent; codeId: number | null }> {
  const code = asked.coupon_confirmation;
  if (!code || !asked.coupon_code || !asked.customer_contact) return { consent: 'none', codeId: null };
  const tried = await checkDigits(ctx, { purpose, recipient: recipientOf(shopId, asked), code });
  return tried.isRight ? { consent: 'given', codeId: tried.id } : { consent: 'wrong', codeId: null };
}

/** Before the transaction of a sale. Throws NOT_FOUND for the shop, TOO_MANY_REQUESTS. */
export async function limitConfirmedSales(ctx: UserCtx, slug: string, body: JsonRecord): Promise<void> {
  if (!body.coupon_confirmation) return;
  const { id } = await tillShop(ctx, slug);
  await consume(ctx, { key: `till-coupon:${id}`, ...confirmedSales });
}

/** The code works at one till, for one coupon and one phone, however the phone is written. */
function recipientOf(shopId: number, { coupon_code, customer_contact }: CouponUse): string {
  const digits = (customer_contact ?? '').replace(/\D/g, '').slice(-10);
  return `till:${shopId}:${(coupon_code ?? '').trim().toUpperCase()}:${digits}`;
}
