import { sql } from 'kysely';
import type { Ctx } from '@/server/core/context';
import { isActiveVendor } from './policy';

/** Receivers of a notice: vendors, or the owners and staff of its shops; never the author. */
export const receiverRows = (id: number) => sql<{ id: number; name: string }>`
  select u.id, u.name from store_notices n join users u on u.id <> n.created_by and u.is_active and u.deleted_at is null
  where n.id = ${id} and (
    (n.type = 'all_vendor' and ${isActiveVendor})
    or exists (select 1 from store_notice_users r where r.store_notice_id = n.id and r.user_id = u.id)
    or exists (select 1 from store_notice_shops r join shops s on s.id = r.shop_id where r.store_notice_id = n.id
      and (s.owner_id = u.id or (u.shop_id = s.id and u.permissions @> array['staff']))))`;

export async function receiverIds(ctx: Ctx, id: number): Promise<number[]> {
  const { rows } = await receiverRows(id).execute(ctx.db);
  return rows.map((row) => row.id);
}
