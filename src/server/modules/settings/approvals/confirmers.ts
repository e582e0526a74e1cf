import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { LevelByArea, Right } from '@/contract/core/areas';
import type { Ctx } from '@/server/core/context';
import { roleHolds } from '@/server/core/rights/role-holds';
import { confirmersChanged } from '@/server/modules/messaging/approval-emails';
import { sendAll } from '@/server/modules/messaging/outbox';
import { allGuards, rightsToConfirm } from './registry';
import { readRules } from './rule-values';

/** By which somebody may be the second person in anything. */
export const guardedRights = (): Right[] => [...new Set(allGuards().map(({ right }) => right))];

/** Condition on `users`: a person of the team, with one of these rights unless a role limits them. */
const holdsOneOf = (rights: readonly Right[]): RawBuilder<SqlBool> =>
  sql<SqlBool>`(users.permissions @> array['super_admin'] and (${sql.join(rights.map(roleHolds), sql` or `)}))`;

export interface Holder {
  id: number;
  name: string;
  email: string;
}

/** Active people of the team who hold one of the rights. */
export function listHolders(ctx: Ctx, rights: readonly Right[]): Promise<Holder[]> {
  return ctx.db
    .selectFrom('users')
    .select(['id', 'name', 'email'])
    .where(holdsOneOf(rights))
    .where('is_active', '=', true)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute();
}

/** Whether somebody else holds one of the rights, or held it until a colleague took it while the rule was on. */
export async function hasOther(ctx: Ctx, own: number, rights: readonly Right[]): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`select exists (select from users where id <> ${own}
      and is_active and deleted_at is null and ${holdsOneOf(rights)})
    or exists (select from confirmers where user_id <> ${own} and lost && ${rights}::text[]) as found`.execute(
    ctx.db,
  );
  return rows[0]?.found ?? true;
}

/**
 * Runs a change of who is in the team or what roles open, and writes down which of these people may confirm from now on or
 * no longer; all who may are told while the rule is on. `by` is who appoints, null for the operator.
 */
export async function changeConfirmers<T>(
  ctx: Ctx,
  ids: readonly number[],
  change: () => Promise<T>,
  by: number | null = ctx.user?.id ?? null,
): Promise<T> {
  const told = await listHolders(ctx, guardedRights());
  const before = await rightsOf(ctx, ids);
  const result = await change();
  const after = await rightsOf(ctx, ids);
  const { mode } = await readRules(ctx);
  const changed: number[] = [];
  for (const id of ids) {
    const [had, has] = [before, after].map((rights) => rights.get(id) ?? []) as [Right[], Right[]];
    const gained = has.filter((right) => !had.includes(right));
    const lost = mode === 'off' ? [] : had.filter((right) => !has.includes(right));
    if (has.length !== had.length || gained.length > 0) changed.push(id);
    if (gained.length > 0) await appoint(ctx, id, has, by);
    if (lost.length > 0) await loseRights(ctx, id, lost);
  }
  if (mode !== 'off' && changed.length > 0) await notifyHolders(ctx, told, changed);
  return result;
}

async function rightsOf(ctx: Ctx, ids: readonly number[]): Promise<Map<number, Right[]>> {
  if (ids.length === 0) return new Map();
  const people = await ctx.db
    .selectFrom('users')
    .leftJoin('roles', 'roles.id', 'users.role_id')
    .select(['users.id', 'users.role_id', 'roles.areas'])
    .where('users.id', 'in', [...ids])
    .where(sql<boolean>`users.permissions @> array['super_admin']`)
    .where('users.is_active', '=', true)
    .where('users.deleted_at', 'is', null)
    .execute();
  return new Map(
    people.map(({ id, role_id, areas }) => [
      id,
      role_id === null ? guardedRights() : rightsToConfirm(areas as LevelByArea),
    ]),
  );
}

/** Counts from the last right that was added. */
async function appoint(ctx: Ctx, id: number, has: readonly Right[], by: number | null): Promise<void> {
  const standing = { since: ctx.now, appointed_by: by };
  await ctx.db
    .insertInto('confirmers')
    .values({ user_id: id, ...standing })
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet({
        ...standing,
        lost: sql`array(select unnest(confirmers.lost) except select unnest(${[...has]}::text[]))`,
      }),
    )
    .execute();
}

async function loseRights(ctx: Ctx, id: number, lost: Right[]): Promise<void> {
  await ctx.db
    .insertInto('confirmers')
    .values({ user_id: id, lost })
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet({
        lost: sql`array(select unnest(confirmers.lost) union select unnest(${lost}::text[]))`,
      }),
    )
    .execute();
}

/** The operator, and two persons who switch the rule off, leave it to whoever remains. */
export async function forgetLostRights({ db }: Ctx): Promise<void> {
  await db.updateTable('confirmers').set({ lost: [] }).execute();
}

/** To all who may confirm anything, before or after: names of whom it is about, and who did it. */
async function notifyHolders(ctx: Ctx, before: readonly Holder[], changed: readonly number[]): Promise<void> {
  const people = await ctx.db
    .selectFrom('users')
    .select(['name', 'email', 'removed_email'])
    .where('id', 'in', [...changed])
    .orderBy('id')
    .limit(20)
    .execute();
  const about = people
    .map(({ name, email, removed_email }) => `${name} (${removed_email ?? email})`)
    .join(', ');
  await writeToHolders(ctx, about, before);
}

/** `about` is null for the rules themselves. */
export async function writeToHolders(
  ctx: Ctx,
  about: string | null,
  before: readonly Holder[] = [],
): Promise<void> {
  const now = await listHolders(ctx, guardedRights());
  const all = new Map([...before, ...now].map((person) => [person.id, person]));
  await sendAll(
    ctx,
    [...all.values()].map(({ name, email }) => ({
      channel: 'mail' as const,
      to: email,
      ...confirmersChanged({
        name,
        about,
        by: ctx.user?.name ?? null,
        link: `${ctx.publicUrl}/admin/approvals`,
      }),
    })),
  );
}

export interface Standing {
  since: Date | null;
  appointed_by: number | null;
}

export async function standingsOf(ctx: Ctx, ids: readonly number[]): Promise<Map<number, Standing>> {
  if (ids.length === 0) return new Map();
  const rows = await ctx.db
    .selectFrom('confirmers')
    .select(['user_id', 'since', 'appointed_by'])
    .where('user_id', 'in', [...ids])
    .execute();
  return new Map(rows.map(({ user_id, ...standing }) => [user_id, standing]));
}

/** Why a person with the right may not confirm a request yet: it is older than the right, or of whoever gave it. */
export function whyNotYet(
  { now }: Pick<Ctx, 'now'>,
  standing: Standing | undefined,
  hours: number,
  { prepared_by, prepared_at }: { prepared_by: number; prepared_at: Date },
): { why: 'older' | 'appointer'; from: string | null } | null {
  if (!standing?.since) return null;
  if (prepared_at < standing.since) return { why: 'older', from: null };
  const from = new Date(standing.since.getTime() + hours * 3600_000);
  if (standing.appointed_by === prepared_by && now < from)
    return { why: 'appointer', from: from.toISOString() };
  return null;
}
