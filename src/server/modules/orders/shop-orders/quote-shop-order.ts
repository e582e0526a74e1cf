import { sql } from 'kysely';
import type {
  OrderParcel,
  ShopOrderInfo,
  ShopOrderQuote,
  ShopOrderQuoteInput,
} from '@/contract/orders/shop-order';
import { businessDay } from '@/contract/settings/business-day';
import type { Ctx, UserCtx } from '@/server/core/context';
import { settingsOptions } from '@/server/core/settings';
import { computeTotals, isAvailable, presentCheckout, readCart } from '../checkout/pricing';
import { addressOf } from '../checkout/verify-checkout';
import { isClosedGateway } from '../payments/change-gateway';
import { deadlineOf } from '../payments/payment-deadline';
import { countOutOfStock } from '../till/till-goods';
import { goodsCategories } from '../till/till-info';
import { assertGoodsOf } from '../till/till-quote';
import { sellingShop } from '../till/till-shop';

/** `GET shop-orders/{shop}`. Throws NOT_FOUND. */
export async function shopOrderInfo(ctx: UserCtx, slug: string): Promise<ShopOrderInfo> {
  const shop = await sellingShop(ctx, slug);
  const settings = await settingsOptions(ctx);
  return {
    shop,
    gateways: (['SBP', 'CASH_ON_DELIVERY'] as const).filter((one) => !isClosedGateway(ctx, settings, one)),
    categories: await goodsCategories(ctx, shop?.id ?? null),
    out_of_stock: await countOutOfStock(ctx, shop?.id ?? null),
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
  if (shop) await assertGoodsOf(ctx, shop.id, input);
  const settings = await settingsOptions(ctx);
  const cart = await readCart(ctx, input.products);
  const good = cart.filter(isAvailable);
  const address = addressOf({ shipping_address: input.shipping_address, billing_address: null });
  const totals = await computeTotals(ctx, good, { settings, address, coupon: null });
  const shown = presentCheckout(cart, totals, { points: 0, worth: 0 });
  const { amount, shipping_charge, total_tax, total, lines } = shown;
  return {
    ...{ amount, shipping_charge, total_tax, total, lines },
    weight: good.reduce((sum, { sold }) => sum + (sold.weight ?? 0) * sold.quantity, 0),
    parcels: await parcelsOf(
      ctx,
      cart.flatMap(({ sold }) => sold?.shopId ?? []),
    ),
    held_until: deadlineOf(ctx, settings, input)?.toISOString() ?? null,
  };
}

const dayMs = 86_400_000;

async function parcelsOf(ctx: Ctx, shopIds: readonly number[]): Promise<OrderParcel[]> {
  const ids = [...new Set(shopIds)];
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
