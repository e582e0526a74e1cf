import type { Ctx } from '@/server/core/context';
import { consume, identifyRequester } from '@/server/core/rate-limits';

const perMinute = 120;

/**
 * Counts checks of a cart, with or without a coupon: they are public, and each reads up to 200 products. Throws
 * TOO_MANY_REQUESTS after 120 in a minute for one person, or for the guests of one network.
 */
export async function countCartCheck(ctx: Ctx): Promise<void> {
  await consume(ctx, { key: `cart-checks:${identifyRequester(ctx)}`, hits: perMinute, minutes: 1 });
}
