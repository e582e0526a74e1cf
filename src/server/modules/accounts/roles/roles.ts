import { sql } from 'kysely';
import { roles } from '@/contract/accounts/roles';
import { demandKeys } from '@/contract/accounts/roles/limits';
import { scopesOfRole } from '@/contract/accounts/roles/permissions';
import { roleSchema } from '@/contract/accounts/roles/schema';
import { type Area, areas, type LevelByArea } from '@/contract/core/areas';
import type { Ctx } from '@/server/core/context';
import { loadName } from '@/server/core/db/rows';
import { AppError, rejectField, rejectValue } from '@/server/core/errors';
import { type JsonRecord, pick } from '@/server/core/json-record';
import { toUser } from '@/server/core/live/audiences';
import { publish } from '@/server/core/live/publish';
import { parseId } from '@/server/core/numbers';
import { type ResourceService, resourceService } from '@/server/core/resource/service';
import { endSessions } from '@/server/core/sessions';
import { validate } from '@/server/core/validate';
import { changeConfirmers } from '@/server/modules/settings/approvals/confirmers';
import { defineGuarded, rightsToConfirm } from '@/server/modules/settings/approvals/registry';
import { requireSecondPerson } from '@/server/modules/settings/approvals/require-second-person';
import { applyMemberships } from '../memberships';
import { assertHolds, isSofter, lockTeam, type RoleTerms } from './lock-team';

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
 * Roles. Every write locks the team, gives no more than its author holds, and does not touch the author's own. Of a ready
 * role only what it demands changes.
 */
export const rolesService: ResourceService = {
  ...engine,
  async create(ctx, body) {
    const { held } = await lockTeam(ctx);
    const terms = await termsIn(body);
    assertHolds(held, terms.areas);
    await assertDemands(ctx, terms);
    return engine.create(ctx, body);
  },
  async update(ctx, key, body) {
    const { after, ...before } = await lockOwnRole(ctx, key, body);
    await requireForGains(ctx, before, after, body);
    const people = await peopleOf(ctx, before.id);
    const role = await changeConfirmers(ctx, people, () => engine.update(ctx, key, body));
    if (role.kind === 'shop') await applyToMembers(ctx, before.id, role.areas as LevelByArea);
    // Who has signed in otherwise does so again, through the provider.
    if (role.sign_in_provider !== null && role.sign_in_provider !== before.sign_in_provider)
      for (const id of people) await endSessions(ctx, id);
    // Their streams and menus read the rights again.
    await publish(ctx, people.map(toUser), 'session', {});
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

interface Edit extends JsonRecord {
  id: number;
  before: LevelByArea;
  after: LevelByArea;
  body: JsonRecord;
}

/** A role that people have and that gets more. */
const roleEdit = defineGuarded<Edit>({
  kind: 'role',
  family: 'roles',
  right: 'team:decide',
  isAppointment: true,
  async describe(ctx, { id, before, after }) {
    const changed = (Object.keys(areas) as Area[]).filter((area) => before[area] !== after[area]);
    const people = await ctx.db
      .selectFrom('users')
      .select('name')
      .where('role_id', '=', id)
      .where('deleted_at', 'is', null)
      .orderBy('name')
      .execute();
    const levels = changed.map((area) => ({
      key: area,
      kind: 'level' as const,
      before: before[area] ?? 'none',
      after: after[area] ?? 'none',
    }));
    return {
      title: await loadName(ctx, 'roles', id),
      facts: [{ key: 'people', kind: 'text', after: people.map(({ name }) => name).join(', ') }, ...levels],
    };
  },
  run: async (ctx, { id, body }) => {
    await rolesService.update(ctx, String(id), body);
    return { id };
  },
});

/** Whoever could widen the role of a helper alone would have a second person at hand. */
async function requireForGains(
  ctx: Ctx,
  { id, kind, version, areas: stored }: { id: number; kind: string; version: number; areas: unknown },
  after: LevelByArea,
  body: JsonRecord,
): Promise<void> {
  const before = stored as LevelByArea;
  const had = rightsToConfirm(before);
  if (kind !== 'team' || rightsToConfirm(after).every((right) => had.includes(right))) return;
  const held = ctx.db
    .selectFrom('users')
    .select('id')
    .where('role_id', '=', id)
    .where('deleted_at', 'is', null);
  if (!(await held.limit(1).executeTakeFirst())) return;
  const content = { id, before, after, body: pick(body, ['name', ...terms]) };
  await requireSecondPerson(ctx, roleEdit, { id, version, content });
}

const terms = ['areas', ...demandKeys] as const;

async function termsIn(body: JsonRecord): Promise<RoleTerms> {
  return (await validate(roleSchema.pick([...terms]), body)) as RoleTerms;
}

/**
 * Throws NOT_FOUND, ACTION_NOT_VALID for a ready role, FORBIDDEN for one's own and for one that holds, or would hold, more
 * than the person, VALIDATION_FAILED for softer demands.
 */
async function lockOwnRole(ctx: Ctx, key: string, body?: JsonRecord) {
  const { held } = await lockTeam(ctx);
  const role = await ctx.db
    .selectFrom('roles')
    .select(['id', 'key', 'kind', 'version', ...terms])
    .where('id', '=', parseId(key))
    .forUpdate()
    .executeTakeFirstOrThrow(() => new AppError('NOT_FOUND'));
  if (role.key !== null && (!body || 'name' in body || 'areas' in body))
    throw new AppError('ACTION_NOT_VALID');
  if (role.id === ctx.user?.role?.id) throw new AppError('FORBIDDEN');
  assertHolds(held, role.areas as LevelByArea);
  const after = await termsIn({ ...pick(role, terms), ...pick(body ?? {}, terms) });
  if (body) {
    assertHolds(held, after.areas);
    await assertDemands(ctx, after);
  }
  return { ...role, after: after.areas };
}

/** Throws VALIDATION_FAILED for a provider that is off, and at the demand that would be softer than the author's own. */
async function assertDemands(ctx: Ctx, role: RoleTerms): Promise<void> {
  if (role.sign_in_provider !== null) {
    const provider = await ctx.db
      .selectFrom('sign_in_providers')
      .select('id')
      .where('id', '=', role.sign_in_provider)
      .where('is_on', '=', true)
      .forShare()
      .executeTakeFirst();
    if (!provider) rejectValue('sign_in_provider');
  }
  const softer = await isSofter(ctx, role);
  if (softer) rejectField(softer, 'error-role-softer');
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

async function peopleOf(ctx: Ctx, id: number): Promise<number[]> {
  const people = await ctx.db
    .selectFrom('users')
    .select('id')
    .where('role_id', '=', id)
    .where('is_active', '=', true)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute();
  return people.map((person) => person.id);
}
