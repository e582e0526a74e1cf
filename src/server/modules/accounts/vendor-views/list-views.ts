import { sql } from 'kysely';
import { familyAreas } from '@/contract/access';
import type { VendorViewRow, ViewedPage } from '@/contract/accounts/vendor-views';
import { findAction } from '@/contract/actions';
import { isAdmin, type UserCtx } from '@/server/core/context';
import { AppError } from '@/server/core/errors';
import { readPathId } from '@/server/core/numbers';

/** The latest views that are shown. */
const shown = 20;

/**
 * `GET shops/{key}/views`: who of the platform's team looked through the eyes of a shop's owner and staff, why, and what
 * was read. Staff see the looks through their own eyes. Throws NOT_FOUND for another shop.
 */
export async function listViews(ctx: UserCtx, key: string): Promise<VendorViewRow[]> {
  const shop = readPathId(key);
  const { id: me, ownedShopIds, managedShopId } = ctx.user;
  const seesAll = isAdmin(ctx) || ownedShopIds.includes(shop);
  if (!seesAll && managedShopId !== shop) throw new AppError('NOT_FOUND');
  const rows = await ctx.db
    .selectFrom('vendor_views')
    .innerJoin('users as acting', 'acting.id', 'vendor_views.acting_user_id')
    .innerJoin('users as seen', 'seen.id', 'vendor_views.seen_user_id')
    .select([
      'vendor_views.id',
      'reason',
      'started_at',
      'acting.id as acting_id',
      'acting.name as acting_name',
      'seen.id as seen_id',
      'seen.name as seen_name',
    ])
    .where(sql<boolean>`shop_ids @> array[${shop}]::bigint[]`)
    .$if(!seesAll, (query) => query.where('seen_user_id', '=', me))
    .orderBy('vendor_views.id', 'desc')
    .limit(shown)
    .execute();
  const ids = rows.map(({ id }) => id);
  const pages = await pagesOf(ctx, ids);
  return rows.map((row) => ({
    id: row.id,
    by: { id: row.acting_id, name: row.acting_name },
    seen: { id: row.seen_id, name: row.seen_name },
    reason: row.reason,
    started_at: row.started_at.toISOString(),
    pages: pages.get(row.id) ?? [],
  }));
}

async function pagesOf(ctx: UserCtx, ids: readonly number[]): Promise<Map<number, ViewedPage[]>> {
  if (ids.length === 0) return new Map();
  const rows = await ctx.db
    .selectFrom('audit_log')
    .select(['row_id', 'at'])
    .select(sql<string>`changes -> 'endpoint' ->> 1`.as('endpoint'))
    .select(sql<string | null>`changes -> 'record' ->> 1`.as('record'))
    .where('family', '=', 'vendor-views')
    .where('row_id', 'in', ids)
    .where('action', '=', 'read-in-view')
    .orderBy('id')
    .execute();
  const pages = Map.groupBy(rows, ({ row_id }) => Number(row_id));
  return new Map(
    [...pages].map(([id, read]) => [
      id,
      read.map(({ at, endpoint, record }) => ({ at: at.toISOString(), ...placeOf(endpoint), record })),
    ]),
  );
}

/** What an endpoint shows: records of a family, other data of an area, or what is on every page. */
function placeOf(endpoint: string): Pick<ViewedPage, 'family' | 'area'> {
  const [first = ''] = endpoint.split('/');
  const { right = '' } = findAction('GET', endpoint) ?? findAction('POST', endpoint) ?? {};
  const area = right.includes(':') ? (right.split(':')[0] ?? null) : null;
  return { family: Object.hasOwn(familyAreas, first) ? first : null, area };
}
