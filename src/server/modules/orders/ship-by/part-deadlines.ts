import { sql } from 'kysely';
import { businessZone } from '@/contract/core/day';
import { computeShipBy } from '@/contract/orders/ship-by';
import type { ShopSettings } from '@/contract/shops/schema';
import type { Ctx } from '@/server/core/context';
import { settingsOptions } from '@/server/core/settings';

/**
 * Until when parts of these shops must be assembled that are ready at `ready`, by shop (rules/orders: a part has a
 * deadline to assemble).
 */
export async function partDeadlines(
  ctx: Ctx,
  shopIds: readonly number[],
  ready: Date,
): Promise<Map<number, Date | null>> {
  // Read for its time zone: another process may have changed it.
  await settingsOptions(ctx);
  const shops = await ctx.db
    .selectFrom('shops')
    .select(['id', 'settings'])
    .where('id', 'in', shopIds)
    .execute();
  return new Map(
    shops.map(({ id, settings }) => [
      id,
      computeShipBy(ready, (settings ?? {}) as Partial<ShopSettings>, businessZone()),
    ]),
  );
}

/** The deadline of one part that is ready now; none for files and for what was sold over the counter. */
export async function deadlineOfPart(
  ctx: Ctx,
  { id, shop_id, at_till }: { id: number; shop_id: number; at_till: boolean },
): Promise<Date | null> {
  if (at_till) return null;
  const { rows } = await sql<{ isSent: boolean }>`select exists (select from order_lines
    where order_id = ${id} and not is_digital) as "isSent"`.execute(ctx.db);
  if (!rows[0]?.isSent) return null;
  return (await partDeadlines(ctx, [shop_id], ctx.now)).get(shop_id) ?? null;
}

/** Of parts that still wait to be assembled, until when the first must be; null when none does. */
export function earliest(deadlines: readonly (Date | null)[]): Date | null {
  const times = deadlines.flatMap((at) => (at ? [at.getTime()] : []));
  return times.length > 0 ? new Date(Math.min(...times)) : null;
}

/** Parts of a statement. */
const atOnce = 1000;

interface OpenPart {
  id: number;
  shop_id: number;
  ready: Date;
  settings: Partial<ShopSettings> | null;
}

/**
 * Gives deadlines to parts that are to be assembled and have none: those from before the deadlines, and those of the demo.
 * They count from their payment, or from their placement.
 */
export async function scheduleOpenParts(ctx: Ctx): Promise<void> {
  await settingsOptions(ctx);
  for (let after = 0; ; ) {
    const { rows } = await sql<OpenPart>`
      select o.id, o.shop_id, coalesce(o.paid_at, o.created_at) as ready, s.settings
      from orders o join shops s on s.id = o.shop_id
      where o.parent_id is not null and o.deleted_at is null and o.order_status = 'order-processing'
        and o.ship_by is null and not o.at_till and o.id > ${after}
        and exists (select from order_lines l where l.order_id = o.id and not l.is_digital)
      order by o.id limit ${sql.lit(atOnce)}`.execute(ctx.db);
    const due = rows.flatMap(({ id, ready, shop_id: _shop, settings }) => {
      const at = computeShipBy(ready, settings ?? {}, businessZone());
      return at ? [{ id, at }] : [];
    });
    await sql`with due as (select * from jsonb_to_recordset(${JSON.stringify(due)}::jsonb) as d (id bigint, at timestamptz)),
        parts as (update orders o set ship_by = due.at from due
          where o.id = due.id and o.ship_by is null and o.order_status = 'order-processing' returning o.parent_id, due.at)
      update orders o set ship_by = least(o.ship_by, first.at) from (
        select parent_id, min(at) as at from parts group by parent_id) first where o.id = first.parent_id`.execute(
      ctx.db,
    );
    if (rows.length < atOnce) return;
    after = rows.at(-1)?.id ?? 0;
  }
}
