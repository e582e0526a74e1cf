import { sql } from 'kysely';
import { demandKeys, type LimitedKind, limitedKinds } from '@/contract/accounts/roles/limits';
import type { RoleRow } from '@/contract/accounts/roles/schema';
import { type LevelByArea, limited, listRights, type Right } from '@/contract/core/areas';
import { findBusinessDay } from '@/server/core/business-time';
import type { Ctx, UserCtx } from '@/server/core/context';
import { AppError, rejectField, rejectValue } from '@/server/core/errors';

/**
 * Locks all active administrators, ordered by id, so that changes of the team are made one after the other: of two who
 * narrow each other at once the second waits and then has lost the right. Throws FORBIDDEN when the caller is no
 * administrator any more, or has another role than at the beginning of the request.
 */
export async function lockTeam(ctx: Ctx) {
  const admins = await ctx.db
    .selectFrom('users')
    .select(['id', 'role_id'])
    .where(sql<boolean>`permissions @> array['super_admin']::text[]`)
    .where('is_active', '=', true)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute();
  const caller = admins.find(({ id }) => id === ctx.user?.id);
  if (!caller || caller.role_id !== (ctx.user?.role?.id ?? null)) throw new AppError('FORBIDDEN');
  const full = admins.filter(({ role_id }) => role_id === null);
  const areas = await areasOf(ctx, caller.role_id);
  return {
    /** Rights of the caller as they are stored now; null for everything. */
    held: areas && new Set<Right>(listRights(areas)),
    isLastFull: (id: number) => full.length === 1 && full[0]?.id === id,
  };
}

export type HeldRights = Awaited<ReturnType<typeof lockTeam>>['held'];

/**
 * A role never gives more than its giver holds (rules/accounts: nobody gives more than they hold). Null, a full
 * administrator, is given by full ones. Throws FORBIDDEN with what is missing.
 */
export function assertHolds(held: HeldRights, areas: LevelByArea | null): void {
  if (held === null) return;
  if (areas === null) throw new AppError('FORBIDDEN', { needs: ['super_admin'] });
  const needs = listRights(areas).filter((right) => !held.has(right));
  if (needs.length > 0) throw new AppError('FORBIDDEN', { needs });
}

/** Whoever holds more is not touched: not banned, removed, edited or given another role. Throws FORBIDDEN. */
export async function assertReach(
  ctx: Ctx,
  held: HeldRights,
  person: { permissions: readonly string[]; role_id: number | null },
): Promise<void> {
  if (held === null || !person.permissions.includes('super_admin')) return;
  assertHolds(held, await areasOf(ctx, person.role_id));
}

/** What a role opens as it is stored now; null, no role, is everything. Throws FORBIDDEN where the row is missing. */
async function areasOf(ctx: Ctx, roleId: number | null): Promise<LevelByArea | null> {
  if (roleId === null) return null;
  const role = await ctx.db
    .selectFrom('roles')
    .select('areas')
    .where('id', '=', roleId)
    .executeTakeFirstOrThrow(() => new AppError('FORBIDDEN'));
  return role.areas as LevelByArea;
}

/** The same for actions that lock no team: by the rights of the request. */
export function heldIn({ user }: Pick<UserCtx, 'user'>): HeldRights {
  return user.permissions.includes(limited) ? new Set(user.permissions as Right[]) : null;
}

/** A role that may be given to people of the team, locked until it is given. Throws VALIDATION_FAILED. */
export async function lockTeamRole(ctx: Ctx, id: number) {
  const role = await ctx.db
    .selectFrom('roles')
    .select(['id', 'key', 'name', 'areas', ...demandKeys])
    .where('id', '=', id)
    .where('kind', '=', 'team')
    .where('deleted_at', 'is', null)
    .forShare()
    .executeTakeFirst();
  if (!role) rejectValue('role_id');
  const areas = role.areas as LevelByArea;
  if (await isSofter(ctx, { ...role, areas } as RoleTerms)) rejectField('role_id', 'error-role-softer');
  return { ...role, areas };
}

/** What a role opens, and what it demands. */
export type RoleTerms = Pick<RoleRow, 'areas' | (typeof demandKeys)[number]>;

/**
 * What binds the giver binds whom they give a role: the name of the demand in which this one would be softer than the
 * caller's own; undefined when it is not (rules/accounts: nobody gives more than they hold).
 */
export async function isSofter(ctx: Ctx, role: RoleTerms): Promise<(typeof demandKeys)[number] | undefined> {
  if (!ctx.user?.role) return undefined;
  const found = await ctx.db
    .selectFrom('roles')
    .select(demandKeys)
    .where('id', '=', ctx.user.role.id)
    .executeTakeFirstOrThrow(() => new AppError('FORBIDDEN'));
  const own = found as Omit<RoleTerms, 'areas'>;
  if (own.sign_in_provider !== null && role.sign_in_provider !== own.sign_in_provider)
    return 'sign_in_provider';
  const from = [own.two_factor_from ?? '', await findBusinessDay(ctx, ctx.now)].toSorted().at(-1) ?? '';
  if (own.two_factor_from !== null && (role.two_factor_from ?? '9999-12-31') > from) return 'two_factor_from';
  const rights: readonly string[] = listRights(role.areas);
  const isOver = (Object.keys(limitedKinds) as LimitedKind[]).some((kind) => {
    const [most, asked] = [own, role].map(({ alone_limits }) => alone_limits[kind] ?? null);
    return (
      rights.includes(limitedKinds[kind]) && most !== null && most !== undefined && (asked ?? Infinity) > most
    );
  });
  return isOver ? 'alone_limits' : undefined;
}
