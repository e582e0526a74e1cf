import { sql } from 'kysely';
import { fromMinor } from '@/contract/core/money';
import {
  type OrderParcel,
  type ShopOrderInfo,
  type ShopOrderQuote,
  type ShopOrderQuoteInput,
  shopOrderGateways,
} from '@/contract/orders/shop-order';
import type { CouponRefusal } from '@/contract/promotions/coupons/rules';
import type { SettingsOptions } from '@/contract/settings';
import { businessDay } from '@/contract/settings/business-day';
import type { Ctx, UserCtx } from '@/server/core/context';
import { settingsOptions } from '@/server/core/settings';
import { quoteCoupon } from '@/server/modules/promotions/coupons/coupon-redemption';
import {
  type AvailableLine,
  availablePoints,
  computeTotals,
  couponCart,
  isAvailable,
  presentCheckout,
  readCart,
} from '../checkout/pricing';
import { taxAddress } from '../checkout/verify-checkout';
import { isClosedGateway } from '../payments/open-gateways';
import { paymentDeadline } from '../payments/payment-deadline';
import { customerAtTill } from '../till/till-customer';
import { countOutOfStock } from '../till/till-goods';
import { goodsCategories } from '../till/till-info';
import { assertShopGoods } from '../till/till-quote';
import { sellingShop } from '../till/till-shop';
import { assertMayReduce } from './reductions';

/** `GET shop-orders/{shop}`. Throws NOT_FOUND. */
export async function shopOrderInfo(ctx: UserCtx, slug: string): Promise<ShopOrderInfo> {
  const shop = await sellingShop(ctx, slug);
  const settings = await settingsOptions(ctx);
  return {
    shop,
    gateways: shopOrderGateways.filter((one) => !isClosedGateway(ctx, settings, one)),
    categories: await goodsCategories(ctx, shop?.id ?? null),
    out_of_stock: await countOutOfStock(ctx, shop?.id ?? null),
    has_coupons: shop === null && settings.enableCoupons,
  };
}

/**
 * `POST shop-orders/{shop}/quote`: sums, dates and unavailable lines. Reserves nothing. Throws NOT_FOUND for goods of
 * another shop, VALIDATION_FAILED.
 */
export async function quoteShopOrder(
  ctx: UserCtx,
  slug: string,
  input: ShopOrderQuoteInput,
): Promise<ShopOrderQuote> {
  const shop = await sellingShop(ctx, slug);
  if (shop) await assertShopGoods(ctx, shop.id, input);
  assertMayReduce(shop, input);
  const settings = await settingsOptions(ctx);
  const cart = await readCart(ctx, input.products);
  const good = cart.filter(isAvailable);
  const customer = shop ? null : ((await customerAtTill(ctx, null, input.customer_contact)) ?? null);
  const found = await quotedCoupon(ctx, input, { settings, good, customerId: customer?.id ?? null });
  const why = found !== null && 'message' in found ? found.message : null;
  const coupon = found !== null && !('message' in found) ? found : null;
  const address = taxAddress({ shipping_address: input.shipping_address, billing_address: null });
  const totals = await computeTotals(ctx, good, { settings, address, coupon });
  const points = await availablePoints(ctx, customer?.id ?? null, settings);
  const shown = presentCheckout(cart, totals, points);
  return {
    amount: shown.amount,
    discount: shown.discount,
    shipping_charge: shown.shipping_charge,
    total_tax: shown.total_tax,
    total: shown.total,
    lines: shown.lines,
    coupon_refusal: why,
    points: shop ? null : { count: points.points, worth: fromMinor(points.worth) },
    wallet: input.use_wallet_points ? fromMinor(Math.min(points.worth, totals.total)) : 0,
    weight: good.reduce((sum, { sold }) => sum + (sold.weight ?? 0) * sold.quantity, 0),
    parcels: await parcelsOf(ctx, cart),
    held_until: paymentDeadline(ctx, settings, input)?.toISOString() ?? null,
  };
}

interface QuotedFor {
  settings: SettingsOptions;
  good: readonly AvailableLine[];
  customerId: number | null;
}

/** What the coupon does, or why it does nothing; null without one. */
async function quotedCoupon(
  ctx: UserCtx,
  { coupon_code: code }: ShopOrderQuoteInput,
  { settings, good, customerId }: QuotedFor,
) {
  if (!code) return null;
  const off: { message: CouponRefusal } = { message: 'COUPON_CODE_IS_NOT_APPLICABLE' };
  return settings.enableCoupons ? quoteCoupon(ctx, code, couponCart(good, customerId)) : off;
}

const dayMs = 86_400_000;

async function parcelsOf(ctx: Ctx, cart: Awaited<ReturnType<typeof readCart>>): Promise<OrderParcel[]> {
  const ids = [...new Set(cart.flatMap(({ sold }) => sold?.shopId ?? []))];
  const shops = await ctx.db
    .selectFrom('shops')
    .select(['id', 'name', sql<string | null>`settings ->> 'handling_days'`.as('days')])
    .where('id', 'in', [0, ...ids])
    .execute();
  return ids.flatMap((id) => {
    const shop = shops.find((one) => one.id === id);
    return shop ? [{ shop: { id, name: shop.name }, ready_on: readyOn(ctx, shop.days) }] : [];
  });
}

function readyOn(ctx: Ctx, days: string | null): string | null {
  return days === null ? null : businessDay(new Date(ctx.now.getTime() + Number(days) * dayMs));
}
