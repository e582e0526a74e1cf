import { sql } from 'kysely';
import type { Page } from '@/contract/core/paging';
import type { TillShift } from '@/contract/orders/till';
import type { UserCtx } from '@/server/core/context';
import type { JsonRecord } from '@/server/core/json-record';
import { listRules, wrapPage } from '@/server/core/page-envelope';
import { checkList } from '@/server/core/resource/list-query';
import { isSeenShift, loadShifts, presentShift } from './till-shift';
import { tillShop } from './till-shop';

/**
 * `GET till/{shop}/shifts`: newest first. Administrators and owners see all shifts, staff their own. Throws NOT_FOUND
 * for the shop, VALIDATION_FAILED.
 */
export async function listShifts(ctx: UserCtx, slug: string, query: JsonRecord): Promise<Page<TillShift>> {
  const shop = await tillShop(ctx, slug);
  const list = listRules(`till/${encodeURIComponent(slug)}/shifts`);
  const checked = checkList(list, query, ctx);
  const { limit, page } = checked;
  const rows = await loadShifts(ctx, shop.id, isSeenShift(ctx), { limit, offset: (page - 1) * limit });
  const { rows: counted } = await sql<{ total: number }>`
    select count(*)::int as total from till_shifts s where s.shop_id = ${shop.id} and ${isSeenShift(ctx)}`.execute(
    ctx.db,
  );
  return wrapPage(list, checked, query, {
    data: rows.map(presentShift),
    total: counted[0]?.total ?? 0,
  });
}
