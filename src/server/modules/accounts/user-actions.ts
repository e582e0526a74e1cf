import { sql } from 'kysely';
import { type Permission, type Role, roles } from '@/contract/core/permissions';
import { audit, type Changes } from '@/server/core/audit';
import type { Ctx, UserCtx } from '@/server/core/context';
import { AppError } from '@/server/core/errors';
import { endSessions } from '@/server/core/sessions';
import { postEntry } from '@/server/modules/ledger/ledger';
import { ownerBannedReason } from '@/server/modules/messaging/emails';

const family = 'users';

/**
 * A person's row, locked. Throws NOT_FOUND for one that is not there; `isRemoved` looks for one in the trash.
 */
export async function lockPerson(ctx: Ctx, key: string | number, isRemoved = false) {
  if (!/^\d{1,15}$/.test(String(key))) throw new AppError('NOT_FOUND');
  const person = await ctx.db
    .selectFrom('users')
    .selectAll()
    .where('id', '=', Number(key))
    .where('deleted_at', isRemoved ? 'is not' : 'is', null)
    .forUpdate()
    .executeTakeFirst();
  if (!person) throw new AppError('NOT_FOUND');
  return person;
}

/** Bans a person: their sessions end at once, their open shops are hidden (S-07, R-012). Throws FORBIDDEN for oneself, LAST_ADMIN. */
export async function banPerson(ctx: UserCtx, { id, reason }: { id: number; reason?: string | null }) {
  const person = await lockOther(ctx, id);
  // Empty where nobody said why: without any reason stands who was never let in.
  const why = reason?.trim() ?? '';
  if (person.is_active || person.ban_reason !== why) {
    await write(ctx, id, { is_active: false, ban_reason: why });
    const changes: Changes = { is_active: [person.is_active, false], ban_reason: [person.ban_reason, why] };
    await audit(ctx, { family, id, action: 'ban', changes: changed(changes) });
  }
  await endSessions(ctx, id);
  await ctx.db.deleteFrom('one_time_codes').where('user_id', '=', id).execute();
  await closeShops(ctx, id);
}

/** Gives back what a ban took, or lets in a vendor who waits; shops stay closed. */
export async function unbanPerson(ctx: UserCtx, id: number): Promise<void> {
  assertNotSelf(ctx, id);
  const person = await lockPerson(ctx, id);
  if (person.is_active) return;
  await write(ctx, id, { is_active: true, ban_reason: null });
  const changes: Changes = { is_active: [false, true], ban_reason: [person.ban_reason, null] };
  await audit(ctx, { family, id, action: 'unban', changes: changed(changes) });
}

/**
 * Makes an administrator of a person, or takes it back; without `grant` the other of what is (S-41). Their sessions end,
 * so that the next one has the new rights. Throws FORBIDDEN for oneself, LAST_ADMIN.
 */
export async function makeAdmin(ctx: UserCtx, { user_id: id, grant }: { user_id: number; grant?: boolean }) {
  assertNotSelf(ctx, id);
  const { person, isLastAdmin } = await lockBeside(ctx, id);
  const before = person.permissions as Permission[];
  const isGrant = grant ?? !before.includes('super_admin');
  if (before.includes('super_admin') === isGrant) return;
  if (!isGrant && isLastAdmin) throw new AppError('LAST_ADMIN');
  const after = isGrant ? granted(before) : await revoked(ctx, id, before);
  await write(ctx, id, { permissions: after });
  await endSessions(ctx, id);
  const changes: Changes = { permissions: [before, after] };
  await audit(ctx, { family, id, action: isGrant ? 'grant' : 'revoke', changes });
}

/** Gives a customer points; a wallet is made with the first. Whole and above zero by the schema (S-42). */
export async function addPoints(
  ctx: UserCtx,
  { customer_id: id, points }: { customer_id: number; points: number },
) {
  await lockPerson(ctx, id);
  await postEntry(ctx, {
    kind: 'points',
    family,
    rowId: id,
    lines: [
      { account: { kind: 'wallet', userId: id }, amount: points * 100 },
      { account: { kind: 'points' }, amount: -points * 100 },
    ],
  });
  await audit(ctx, { family, id, action: 'points', changes: { points: [null, points] } });
}

/**
 * Puts a person into the trash and gives their e-mail free. Throws FORBIDDEN for oneself, LAST_ADMIN, and IN_USE
 * while shops are theirs.
 */
export async function removePerson(ctx: Ctx, key: string): Promise<void> {
  const person = await lockOther(ctx, key);
  const { id, email } = person;
  const { shops } = await ctx.db
    .selectFrom('shops')
    .select(sql<number>`count(*)::int`.as('shops'))
    .where('owner_id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  if (shops > 0) throw new AppError('IN_USE', { uses: { shops } });
  const anonymous = `removed-${id}@removed.invalid`;
  await write(ctx, id, { deleted_at: ctx.now, email: anonymous, removed_email: email });
  await endSessions(ctx, id);
  await ctx.db.deleteFrom('one_time_codes').where('user_id', '=', id).execute();
  await audit(ctx, { family, id, action: 'remove', changes: {} });
}

/** Out of the trash, with the e-mail that they had. Throws VALIDATION_FAILED when another account has it by now. */
export async function restorePerson(ctx: Ctx, key: string): Promise<void> {
  const { id, email, removed_email } = await lockPerson(ctx, key, true);
  await write(ctx, id, { deleted_at: null, email: removed_email ?? email, removed_email: null });
  await audit(ctx, { family, id, action: 'restore', changes: {} });
}

function assertNotSelf(ctx: Ctx, key: string | number): void {
  if (Number(key) === ctx.user?.id) throw new AppError('FORBIDDEN');
}

/** Locks a person who is about to lose something: never oneself, and never the last administrator. */
async function lockOther(ctx: Ctx, key: string | number) {
  assertNotSelf(ctx, key);
  const { person, isLastAdmin } = await lockBeside(ctx, key);
  if (isLastAdmin) throw new AppError('LAST_ADMIN');
  return person;
}

/**
 * Locks a person behind all administrators. These first, in the order of their ids: of two who take the rights from each
 * other at once, the second waits and then sees that nobody else is left. Who lost them meanwhile decides nothing.
 */
async function lockBeside(ctx: Ctx, key: string | number) {
  const admins = await ctx.db
    .selectFrom('users')
    .select('id')
    .where(sql<boolean>`permissions @> array['super_admin']::text[]`)
    .where('is_active', '=', true)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute();
  const person = await lockPerson(ctx, key);
  if (!admins.some(({ id }) => id === ctx.user?.id)) throw new AppError('FORBIDDEN');
  return { person, isLastAdmin: admins.every(({ id }) => id === person.id) };
}

/** An administrator holds an owner's rights, too (reference entities E06); the first permission is the role. */
function granted(before: readonly Permission[]): Permission[] {
  return [...new Set<Permission>(['super_admin', 'store_owner', ...before])];
}

/** What is left: an owner's rights only to who had them before, or owns shops by now. */
async function revoked(ctx: Ctx, id: number, before: readonly Permission[]): Promise<Permission[]> {
  const grant = await ctx.db
    .selectFrom('audit_log')
    .select('changes')
    .where('family', '=', family)
    .where('row_id', '=', id)
    .where('action', '=', 'grant')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  const shop = await ctx.db
    .selectFrom('shops')
    .select('id')
    .where('owner_id', '=', id)
    .where('deleted_at', 'is', null)
    .limit(1)
    .executeTakeFirst();
  const { permissions } = (grant?.changes ?? {}) as { permissions?: [string[], string[]] };
  const had = permissions?.[0] ?? [];
  const isOwner = shop !== undefined || had.includes('store_owner');
  const left = before.filter((one) => one !== 'super_admin' && (one !== 'store_owner' || isOwner));
  const rank = (one: Permission) => (roles as readonly string[]).indexOf(one as Role) >>> 0;
  return [...new Set<Permission>([...left, 'customer'])].sort((a, b) => rank(a) - rank(b));
}

/** Every open shop of a banned owner is switched off, and says why. */
async function closeShops(ctx: Ctx, ownerId: number): Promise<void> {
  const shops = await ctx.db
    .updateTable('shops')
    .set((eb) => ({
      is_active: false,
      disapproved_reason: ownerBannedReason,
      version: eb('version', '+', 1),
      updated_at: ctx.now,
    }))
    .where('owner_id', '=', ownerId)
    .where('is_active', '=', true)
    .where('deleted_at', 'is', null)
    .returning('id')
    .execute();
  for (const { id } of shops) {
    const changes: Changes = { is_active: [true, false], disapproved_reason: [null, ownerBannedReason] };
    await audit(ctx, { family: 'shops', id, action: 'disapprove', changes });
  }
}

async function write(
  ctx: Ctx,
  id: number,
  columns: {
    is_active?: boolean;
    ban_reason?: string | null;
    permissions?: Permission[];
    deleted_at?: Date | null;
    email?: string;
    removed_email?: string | null;
  },
): Promise<void> {
  await ctx.db
    .updateTable('users')
    .set((eb) => ({ ...columns, version: eb('version', '+', 1), updated_at: ctx.now }))
    .where('id', '=', id)
    .execute();
}

function changed(changes: Changes): Changes {
  return Object.fromEntries(Object.entries(changes).filter(([, [before, after]]) => before !== after));
}
