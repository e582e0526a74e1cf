import { type RawBuilder, sql } from 'kysely';
import { ownValue } from '@/contract/core/own-value';
import { advertisingBanners } from '@/contract/promotions/advertising-banners';
import type { BannerStatus } from '@/contract/promotions/advertising-banners/values';
import { type Ctx, isAdmin } from '@/server/core/context';
import { AppError } from '@/server/core/errors';
import type { JsonRecord } from '@/server/core/json-record';
import { readPathId } from '@/server/core/numbers';
import { assertBelowLimit, increment, toNetwork } from '@/server/core/rate-limits';
import type { Policy } from '@/server/core/resource/policy';
import { resourceService } from '@/server/core/resource/service';

/** Toggled on and between its dates. */
const running = (now: Date) =>
  sql<boolean>`(is_active and (start_date is null or start_date <= ${now}) and (end_date is null or end_date > ${now}))`;

const statusOf: Record<BannerStatus, (now: Date) => RawBuilder<boolean>> = {
  off: () => sql`not is_active`,
  scheduled: (now) => sql`(is_active and start_date > ${now})`,
  finished: (now) => sql`(is_active and end_date <= ${now} and (start_date is null or start_date <= ${now}))`,
  running,
};

/** The storefront reads running banners; administrators read all. */
const bannerPolicy: Policy = (ctx) => (isAdmin(ctx) ? undefined : () => running(ctx.now));

export const advertisingBannersService = resourceService(advertisingBanners, {
  table: 'advertising_banners',
  policy: bannerPolicy,
  relations: { shop: { column: 'shop_id', table: 'shops' } },
  conditions: {
    status: (_eb, status, ctx) => ownValue(statusOf, status)?.(ctx.now) ?? sql<boolean>`false`,
  },
  present: async (ctx, rows) => rows.map((row) => present(ctx, row)),
});

/** Adds the status; only administrators see the counters. */
function present(ctx: Ctx, { views_count, clicks_count, ...row }: JsonRecord): JsonRecord {
  const figures = isAdmin(ctx) ? { views_count, clicks_count } : {};
  return { ...row, ...figures, status: statusNow(row, ctx.now) };
}

function statusNow({ is_active, start_date, end_date }: JsonRecord, now: Date): BannerStatus {
  if (!is_active) return 'off';
  if (start_date instanceof Date && start_date > now) return 'scheduled';
  return end_date instanceof Date && end_date <= now ? 'finished' : 'running';
}

/** Per network and minute: a page shows several banners, a person clicks one at a time. */
const limits = { views_count: 240, clicks_count: 30 };

/**
 * `POST advertising-banners/{id}/view` and `…/click`: increments a counter of a running banner and returns its link.
 * Throws NOT_FOUND for any other, TOO_MANY_REQUESTS.
 */
export async function countBanner(
  ctx: Ctx,
  key: string,
  column: keyof typeof limits,
): Promise<{ url: string | null }> {
  const id = readPathId(key);
  const limitKey = `banner:${column}:${toNetwork(ctx)}`;
  await assertBelowLimit(ctx, [limitKey], limits[column]);
  await increment(ctx, limitKey, 1);
  // Not an edit: the row version stays, so that open forms do not become stale.
  const { rows } = await sql<{ url: string | null }>`
    update advertising_banners set ${sql.ref(column)} = ${sql.ref(column)} + 1
    where id = ${id} and deleted_at is null and ${running(ctx.now)} returning url`.execute(ctx.db);
  const [banner] = rows;
  if (!banner) throw new AppError('NOT_FOUND');
  return { url: banner.url };
}
