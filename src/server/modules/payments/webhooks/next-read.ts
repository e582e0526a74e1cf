import type { Ctx } from '@/server/core/context';
import { AppError } from '@/server/core/errors';
import { consume } from '@/server/core/rate-limits';

/** Reads of one payment in a minute, whatever is sent about it. */
const readsPerMinute = 6;

/** Now, or when the minute is over. */
export async function nextReadOf(ctx: Ctx, payment: string): Promise<Date> {
  try {
    await consume(ctx, { key: `webhook-reads:${payment}`, hits: readsPerMinute, minutes: 1 });
    return ctx.now;
  } catch (error) {
    if (!(error instanceof AppError) || error.retryAfter === undefined) throw error;
    return new Date(ctx.now.getTime() + error.retryAfter * 1000);
  }
}
