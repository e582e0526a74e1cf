import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { InvitedRow, inviteSchema } from '@/contract/accounts/roles/schema';
import { permissionsOfRole } from '@/contract/core/permissions';
import { audit, changesBetween } from '@/server/core/audit';
import type { UserCtx } from '@/server/core/context';
import { insertRow, loadName, updateRow } from '@/server/core/db/rows';
import { AppError, rejectField } from '@/server/core/errors';
import type { JsonRecord } from '@/server/core/json-record';
import { parseId } from '@/server/core/numbers';
import { consume } from '@/server/core/rate-limits';
import type { Input } from '@/server/core/validate';
import { teamInvitation } from '@/server/modules/accounts/emails';
import { send } from '@/server/modules/messaging/outbox';
import { defineGuarded, rightsToConfirm } from '@/server/modules/settings/approvals/registry';
import { requireSecondPerson } from '@/server/modules/settings/approvals/require-second-person';
import { invitationDays } from '../sign-in/invitations';
import { issueCode } from '../sign-in/one-time-codes';
import { unknownPassword } from '../sign-in/passwords';
import { assertHolds, assertReach, lockTeam, lockTeamRole } from './lock-team';

const family = 'users';

/** Letters to an address, and of a person, in a day. */
const limits = { toAddress: 5, byPerson: 50 };

interface Invited extends JsonRecord {
  email: string;
  name: string;
  role_id: number;
}

/** Otherwise whoever invites their own second address would be the second person. */
const invitation = defineGuarded<Invited>({
  kind: 'invitation',
  family: 'roles',
  right: 'team:decide',
  isAppointment: true,
  async describe(ctx, { email, name, role_id }) {
    const role = await loadName(ctx, 'roles', role_id);
    return {
      title: role,
      facts: [
        { key: 'person', kind: 'text', after: `${name}, ${email}` },
        { key: 'role', kind: 'text', after: role },
      ],
    };
  },
  run: (ctx, content) => inviteToTeam(ctx, content),
});

/**
 * `POST users/invite`: invites into the team by e-mail, as into a shop (rules/accounts: an invited person is no account
 * yet). Another invitation of the same address takes the place of the former. Throws FORBIDDEN for a role that holds more
 * than the person, VALIDATION_FAILED for somebody of the team, TOO_MANY_REQUESTS.
 */
export async function inviteToTeam(ctx: UserCtx, input: Input<typeof inviteSchema>): Promise<{ id: number }> {
  const { email, name, role_id } = input;
  const { held } = await lockTeam(ctx);
  const role = await lockTeamRole(ctx, role_id);
  assertHolds(held, role.areas);
  const isMember = await ctx.db
    .selectFrom('users')
    .select('id')
    .where('email', '=', email)
    .where(sql<boolean>`permissions @> array['super_admin']::text[]`)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (isMember) rejectField('email', 'error-taken');
  if (rightsToConfirm(role.areas).length > 0)
    await requireSecondPerson(ctx, invitation, { id: role_id, content: { email, name, role_id } });
  const minutes = 24 * 60;
  await consume(
    ctx,
    { key: `invite:to:${email}`, hits: limits.toAddress, minutes },
    { key: `invite:team:${ctx.user.id}`, hits: limits.byPerson, minutes },
  );
  const former = await invitedOf(ctx).where('users.removed_email', '=', email).executeTakeFirst();
  if (former) await assertReach(ctx, held, former);
  const id = former?.id ?? (await addInvited(ctx, { name, email, role_id }));
  if (former)
    await updateRow(ctx, 'users', id, { name, role_id, invited_at: ctx.now, invited_by: ctx.user.id });
  const changes = former
    ? { role: [former.role_name, role.name] as [unknown, unknown] }
    : changesBetween({}, { name, email, role: role.name });
  await audit(ctx, { family, id, action: former ? 'invite' : 'create', changes });
  const life = invitationDays * 24 * 60;
  const secret = await issueCode(ctx, { purpose: 'invitation', userId: id, recipient: email, minutes: life });
  const link = `${ctx.publicUrl}/admin/reset-password?${new URLSearchParams({ email, token: secret })}`;
  await send(ctx, {
    channel: 'mail',
    to: email,
    minutes: life,
    ...teamInvitation({ link, days: invitationDays }),
  });
  return { id };
}

async function addInvited(
  ctx: UserCtx,
  person: { name: string; email: string; role_id: number },
): Promise<number> {
  return insertRow(ctx, 'users', {
    name: person.name,
    email: `invited-${randomUUID()}@invited.invalid`,
    removed_email: person.email,
    is_active: false,
    password_hash: await unknownPassword(),
    permissions: [...permissionsOfRole.super_admin],
    role_id: person.role_id,
    invited_at: ctx.now,
    invited_by: ctx.user.id,
  });
}

const invitedOf = ({ db }: UserCtx) =>
  db
    .selectFrom('users')
    .innerJoin('roles', 'roles.id', 'users.role_id')
    .select(['users.id', 'users.name', 'users.removed_email', 'users.invited_at', 'users.permissions'])
    .select(['users.role_id', 'roles.name as role_name', 'roles.key as role_key'])
    .where('users.removed_email', 'is not', null)
    .where('users.is_active', '=', false)
    .where('users.deleted_at', 'is', null);

/** `GET users/invited`: invitations into the team that wait, the newest first. */
export async function listInvited(ctx: UserCtx): Promise<InvitedRow[]> {
  const rows = await invitedOf(ctx)
    .orderBy('users.invited_at', 'desc')
    .orderBy('users.id', 'desc')
    .limit(100)
    .execute();
  return rows.map(({ id, name, removed_email, invited_at, role_id, role_key, role_name }) => {
    const at = invited_at ?? ctx.now;
    return {
      id,
      name,
      email: removed_email ?? '',
      invited_at: at.toISOString(),
      expires_at: new Date(at.getTime() + invitationDays * 24 * 3600_000).toISOString(),
      role: { id: role_id ?? 0, key: role_key, name: role_name },
    };
  });
}

/** `DELETE users/invited/{id}`: the mailed link opens nothing any more. Throws NOT_FOUND, FORBIDDEN. */
export async function withdrawInvitation(ctx: UserCtx, key: string): Promise<void> {
  const { held } = await lockTeam(ctx);
  const invited = await invitedOf(ctx)
    .where('users.id', '=', parseId(key))
    .forUpdate('users')
    .executeTakeFirstOrThrow(() => new AppError('NOT_FOUND'));
  await assertReach(ctx, held, invited);
  await ctx.db.deleteFrom('one_time_codes').where('user_id', '=', invited.id).execute();
  // Kept, because the log refers to it.
  await updateRow(ctx, 'users', invited.id, { role_id: null, permissions: ['customer'] });
  await audit(ctx, { family, id: invited.id, action: 'remove', changes: {} });
}
