import { sql } from 'kysely';
import { roles } from '@/contract/accounts/roles';
import { scopesOfRole } from '@/contract/accounts/roles/permissions';
import type { LevelByArea } from '@/contract/core/areas';
import type { Ctx } from '@/server/core/context';
import { AppError } from '@/server/core/errors';
import type { JsonRecord } from '@/server/core/json-record';
import { toUser } from '@/server/core/live/audiences';
import { publish } from '@/server/core/live/publish';
import { parseId } from '@/server/core/numbers';
import { type ResourceService, resourceService } from '@/server/core/resource/service';
import { validate } from '@/server/core/validate';
import { applyMemberships } from '../memberships';
import { assertHolds, lockTeam } from './lock-team';

const engine = resourceService(roles, {
  table: 'roles',
  immutableFields: ['kind'],
  include: {
    people_count: (_ctx, ids) => sql`select role_id as id, count(*)::int as value from (
        select role_id from users where deleted_at is null and permissions @> array['super_admin']
        union all select role_id from memberships where deleted_at is null) held
      where role_id = any(${ids}) group by role_id`,
  },
  usedBy: [
    { table: 'users', column: 'role_id', family: 'users' },
    { table: 'memberships', column: 'role_id', family: 'staffs' },
  ],
  present: async (_ctx, rows) => rows.map((row) => ({ ...row, people_count: row.people_count ?? 0 })),
});

/**
 * Roles. Every write locks the team, gives no more than its author holds, and touches neither a ready role nor the
 * author's own.
 */
export const rolesService: ResourceService = {
  ...engine,
  async create(ctx, body) {
    const { held } = await lockTeam(ctx);
    assertHolds(held, await areasIn(body));
    return engine.create(ctx, body);
  },
  async update(ctx, key, body) {
    await lockOwnRole(ctx, key, body);
    const role = await engine.update(ctx, key, body);
    if (role.kind === 'shop') await applyToMembers(ctx, Number(role.id), role.areas as LevelByArea);
    await publishToPeople(ctx, Number(role.id));
    return role;
  },
  async remove(ctx, key) {
    await lockOwnRole(ctx, key);
    await engine.remove(ctx, key);
  },
  async restore(ctx, key) {
    await lockOwnRole(ctx, key);
    return engine.restore(ctx, key);
  },
};

async function areasIn(body: JsonRecord): Promise<LevelByArea> {
  const { areas } = await validate((await roles.schema()).pick(['areas']), body);
  return areas as LevelByArea;
}

/**
 * Throws NOT_FOUND, ACTION_NOT_VALID for a ready role, FORBIDDEN for one's own and for one that holds, or would hold, more
 * than the person.
 */
async function lockOwnRole(ctx: Ctx, key: string, body: JsonRecord = {}): Promise<void> {
  const { held } = await lockTeam(ctx);
  const role = await ctx.db
    .selectFrom('roles')
    .select(['id', 'key', 'areas'])
    .where('id', '=', parseId(key))
    .forUpdate()
    .executeTakeFirstOrThrow(() => new AppError('NOT_FOUND'));
  if (role.key !== null) throw new AppError('ACTION_NOT_VALID');
  if (role.id === ctx.user?.role?.id) throw new AppError('FORBIDDEN');
  assertHolds(held, role.areas as LevelByArea);
  if (body.areas !== undefined) assertHolds(held, await areasIn(body));
}

/** Memberships repeat the scopes that their role opens. */
async function applyToMembers(ctx: Ctx, id: number, areas: LevelByArea): Promise<void> {
  const members = await ctx.db
    .updateTable('memberships')
    .set({ scopes: scopesOfRole(areas) })
    .where('role_id', '=', id)
    .returning('user_id')
    .execute();
  const people = new Set(members.flatMap(({ user_id }) => user_id ?? []));
  for (const person of [...people].sort((one, other) => one - other)) await applyMemberships(ctx, person);
}

/** Their streams and menus read the rights again. */
async function publishToPeople(ctx: Ctx, id: number): Promise<void> {
  const people = await ctx.db
    .selectFrom('users')
    .select('id')
    .where('role_id', '=', id)
    .where('is_active', '=', true)
    .where('deleted_at', 'is', null)
    .execute();
  await publish(
    ctx,
    people.map((person) => toUser(person.id)),
    'session',
    {},
  );
}
