import { sql } from 'kysely';
import type { ShopRole } from '@/contract/accounts/roles/schema';
import { type LevelByArea, listRights, type Right } from '@/contract/core/areas';
import { isAdmin, type UserCtx } from '@/server/core/context';
import { heldIn } from '@/server/modules/accounts/roles/lock-team';

/** `GET shop-roles`: roles that the user may give to people of a shop, the ready ones first. */
export async function listShopRoles(ctx: UserCtx): Promise<ShopRole[]> {
  const rows = await ctx.db
    .selectFrom('roles')
    .select(['id', 'key', 'name', 'areas', 'shop_id'])
    .where('kind', '=', 'shop')
    .where('deleted_at', 'is', null)
    .where((eb) =>
      eb.or([
        eb('shop_id', 'is', null),
        ...(isAdmin(ctx) ? [eb.lit(true)] : [eb('shop_id', '=', sql<number>`any(${ctx.user.ownedShopIds})`)]),
      ]),
    )
    .orderBy('id')
    .limit(100)
    .execute();
  const held = isAdmin(ctx) ? heldIn(ctx) : null;
  const mayGive = (areas: LevelByArea) =>
    held === null || listRights(areas).every((right: Right) => held.has(right));
  return rows
    .map(({ areas, ...role }) => ({ ...role, areas: areas as LevelByArea }))
    .filter(({ areas }) => mayGive(areas));
}
