import { sql } from 'kysely';
import type { LateParts } from '@/contract/orders/wire';
import { type Ctx, isAdmin } from '@/server/core/context';
import { orderShopIds } from '../policy';

/**
 * `GET orders/late`: how many parts are late, by shop, most first: of all shops for administrators, of their own shops for
 * everybody else who handles orders.
 */
export async function lateParts(ctx: Ctx): Promise<LateParts[]> {
  const own = isAdmin(ctx) ? sql`` : sql`and shop_id = any(${orderShopIds(ctx)}::bigint[])`;
  const { rows } = await sql<Omit<LateParts, 'since'> & { since: Date }>`
    select jsonb_build_object('id', s.id, 'name', s.name, 'slug', s.slug) as shop, late.count, late.over_day, late.since
    from (select shop_id, count(*)::int as count, min(ship_by) as since,
        count(*) filter (where ship_by < ${ctx.now}::timestamptz - interval '1 day')::int as over_day from orders
      where parent_id is not null and deleted_at is null and ship_by < ${ctx.now} ${own} group by shop_id) late
    join shops s on s.id = late.shop_id order by late.count desc, s.name, s.id`.execute(ctx.db);
  return rows.map(({ since, ...row }) => ({ ...row, since: since.toISOString() }));
}
