import { sql } from 'kysely';
import { areasOfScopes } from '@/contract/accounts/roles/permissions';
import type { LevelByArea } from '@/contract/core/areas';
import { permissionsWith, type StaffScope } from '@/contract/core/permissions';
import type { Ctx, UserCtx } from '@/server/core/context';
import { AppError, rejectValue } from '@/server/core/errors';
import { toUser } from '@/server/core/live/audiences';
import { publish } from '@/server/core/live/publish';
import { endSessions, endViewsAs } from '@/server/core/sessions';

/**
 * Makes an account what its memberships give: the rights of the current shop, which is the wanted one, else the one so
 * far, else the first of the others (rules/shops: rights hold in the current shop). Locks the person, so that switching,
 * joining and leaving happen one after the other. Throws NOT_FOUND when the person does not work in the wanted shop.
 */
export async function applyMemberships(
  ctx: Ctx,
  userId: number,
  wanted?: number,
): Promise<{ before: number | null; current: number | null }> {
  const user = await ctx.db
    .selectFrom('users')
    .select(['shop_id', 'permissions', 'role_id'])
    .where('id', '=', userId)
    .forUpdate()
    .executeTakeFirstOrThrow(() => new AppError('NOT_FOUND'));
  const held = await membershipsOf(ctx, userId);
  const inShop = (id: number | null) => held.find(({ shop_id }) => shop_id === id);
  if (wanted !== undefined && !inShop(wanted)) throw new AppError('NOT_FOUND');
  const current = inShop(wanted ?? user.shop_id) ?? held[0];
  const others = user.permissions.filter((name) => name !== 'staff' && !name.startsWith('staff:'));
  // In the team the role of the team decides.
  const isTeam = others.includes('super_admin');
  await ctx.db
    .updateTable('users')
    .set({
      shop_id: current?.shop_id ?? null,
      permissions: current ? permissionsWith(others, current.scopes as StaffScope[]) : orCustomer(others),
      ...(!isTeam && { role_id: current?.role_id ?? null }),
      updated_at: ctx.now,
    })
    .where('id', '=', userId)
    .execute();
  // A look through the person's eyes is logged for the shop in which it began.
  if (user.shop_id !== (current?.shop_id ?? null)) await endViewsAs(ctx, userId);
  await publish(ctx, [toUser(userId)], 'session', {});
  return { before: user.shop_id, current: current?.shop_id ?? null };
}

const orCustomer = (permissions: string[]) => (permissions.length > 0 ? permissions : ['customer']);

/** Where a person works, the first shop first; shops in the trash do not count. */
function membershipsOf(ctx: Ctx, userId: number) {
  return ctx.db
    .selectFrom('memberships')
    .innerJoin('shops', 'shops.id', 'memberships.shop_id')
    .select(['memberships.shop_id', 'memberships.role_id', 'memberships.scopes'])
    .where('memberships.user_id', '=', userId)
    .where('memberships.deleted_at', 'is', null)
    .where('shops.deleted_at', 'is', null)
    .orderBy('memberships.id')
    .execute();
}

/** `POST me/shop`: works in another of the person's shops from now on, in all windows. Throws NOT_FOUND. */
export async function switchShop(ctx: UserCtx, shopId: number): Promise<{ shop_id: number }> {
  await applyMemberships(ctx, ctx.user.id, shopId);
  return { shop_id: shopId };
}

/**
 * After shops were removed or restored: their people work in another of their shops, or there again. Whoever lost the current
 * shop signs in again.
 */
export async function settleStaff(ctx: Ctx): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select distinct u.id from memberships m join users u on u.id = m.user_id
      join shops s on s.id = m.shop_id
    where m.deleted_at is null and case when s.deleted_at is null then u.shop_id is null else u.shop_id = s.id end
    order by u.id`.execute(ctx.db);
  for (const { id } of rows) {
    const { before, current } = await applyMemberships(ctx, id);
    if (before !== current) await endSessions(ctx, id);
  }
}

/** A role that may be given in a shop, locked until it is given. Throws VALIDATION_FAILED. */
export async function lockShopRole(ctx: Ctx, id: number, shopId: number) {
  const role = await ctx.db
    .selectFrom('roles')
    .select(['id', 'key', 'name', 'areas'])
    .where('id', '=', id)
    .where('kind', '=', 'shop')
    .where((eb) => eb.or([eb('shop_id', 'is', null), eb('shop_id', '=', shopId)]))
    .where('deleted_at', 'is', null)
    .forShare()
    .executeTakeFirst();
  if (!role) rejectValue('role_id');
  return { ...role, areas: role.areas as LevelByArea };
}

/** Areas that a role gives, or scopes without one. */
export const areasGiven = (
  role: { areas: LevelByArea } | null,
  scopes: readonly StaffScope[],
): LevelByArea => (role ? role.areas : areasOfScopes(scopes));
