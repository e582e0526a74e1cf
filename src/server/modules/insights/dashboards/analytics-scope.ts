import { ownValue } from '@/contract/core/own-value';
import { isAllowed, withStaff } from '@/contract/core/permissions';
import {
  type Days,
  defaultBasis,
  defaultPeriod,
  maxDays,
  type PeriodInfo,
  periodDays,
  type RevenueBasis,
  revenueBases,
} from '@/contract/insights/analytics';
import { dayAfter, dayIn, daysIn, findBusinessDay } from '@/server/core/business-time';
import { isAdmin, ownShopIds, type UserCtx } from '@/server/core/context';
import { AppError, rejectValue } from '@/server/core/errors';
import type { JsonRecord } from '@/server/core/json-record';
import { parseQueryId } from '@/server/modules/catalogue/products/storefront-lists';

/** Which orders are counted. */
export interface Scope {
  /** The whole marketplace: whole orders. */
  isWhole: boolean;
  /** Otherwise the parts of these shops. */
  shopIds: readonly number[];
  /** Shop ids in `order_days`; 0 stands for whole orders. */
  counted: readonly number[];
}

/**
 * Scope of a dashboard: everything for an administrator, own shops for a vendor, the employing shop for staff; or one
 * of those by `shop_id` or `shop` (slug). Throws NOT_FOUND for another shop.
 */
export async function readScope(ctx: UserCtx, { shop_id, shop }: JsonRecord): Promise<Scope> {
  const id = parseQueryId('shop_id', shop_id);
  const slug = shop === undefined || shop === '' ? undefined : String(shop);
  const own = isAdmin(ctx) ? undefined : ownShopIds(ctx.user);
  if (id === undefined && slug === undefined) return own ? scopeOf(ctx, own) : whole;
  const found = await ctx.db
    .selectFrom('shops')
    .select('id')
    .where('deleted_at', 'is', null)
    .$if(id !== undefined, (query) => query.where('id', '=', id ?? 0))
    .$if(slug !== undefined, (query) => query.where('slug', '=', slug ?? ''))
    .executeTakeFirst();
  if (!found || (own && !own.includes(found.id))) throw new AppError('NOT_FOUND');
  return scopeOf(ctx, [found.id]);
}

const whole: Scope = { isWhole: true, shopIds: [], counted: [0] };

/** Staff without the orders permission get an empty scope. */
function scopeOf({ user }: UserCtx, shopIds: readonly number[]): Scope {
  const counted = isAllowed(withStaff('orders'), user.permissions) ? shopIds : [];
  return { isWhole: false, shopIds, counted };
}

/** Reads a named `period`, or `from` and `to`, and derives the previous period. Throws VALIDATION_FAILED. */
export async function readPeriodInfo(ctx: UserCtx, { period, from, to }: JsonRecord): Promise<PeriodInfo> {
  if (!isGiven(from) && !isGiven(to)) {
    const name = isGiven(period) ? String(period) : defaultPeriod;
    const days = ownValue(periodDays, name) ?? rejectValue('period');
    const today = await findBusinessDay(ctx, ctx.now);
    return aboutDays(ctx, today, { from: dayAfter(today, 1 - days), to: today });
  }
  const [first, last] = [dayIn('from', from), dayIn('to', to)];
  const days = daysIn({ from: first, to: last });
  if (days < 1 || days > maxDays) rejectValue('to');
  return aboutDays(ctx, await findBusinessDay(ctx, ctx.now), { from: first, to: last });
}

/** Which orders count as revenue. Throws VALIDATION_FAILED. */
export function readBasis({ basis }: JsonRecord): RevenueBasis {
  if (!isGiven(basis)) return defaultBasis;
  return revenueBases.find((one) => one === basis) ?? rejectValue('basis');
}

const isGiven = (value: unknown) => value !== undefined && value !== '';

/** Today is not over, so the day it is compared with ends at the same time of day. */
function aboutDays({ now }: UserCtx, today: string, { from, to }: Days): PeriodInfo {
  const days = daysIn({ from, to });
  return {
    period: { from, to },
    previous: { from: dayAfter(from, -days), to: dayAfter(from, -1) },
    until: to === today ? new Date(now.getTime() - days * 86_400_000).toISOString() : null,
  };
}
