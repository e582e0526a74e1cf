import { permissionsOfRole } from '@/contract/core/permissions';
import { audit } from '@/server/core/audit';
import type { UserCtx } from '@/server/core/context';
import { updateRow } from '@/server/core/db/rows';
import { AppError } from '@/server/core/errors';
import { endSessions } from '@/server/core/sessions';
import { roleChanged } from '@/server/modules/accounts/emails';
import { send } from '@/server/modules/messaging/outbox';
import { assertNotSelf, lockUserRow } from '../lock-user-row';
import { assertHolds, assertReach, lockTeam, lockTeamRole } from './lock-team';

const family = 'users';

/**
 * `POST users/{id}/role`: gives a person a role of the team, or with null everything to one who is in the team. Ends the
 * person's sessions and writes to them. Throws NOT_FOUND, FORBIDDEN for oneself, for more than the caller holds and for a
 * person who holds more, LAST_ADMIN, ACTION_NOT_VALID for a person outside of the team without a role, VALIDATION_FAILED.
 */
export async function giveRole(ctx: UserCtx, key: string, roleId: number | null): Promise<void> {
  assertNotSelf(ctx, key);
  const { held, isLastFull } = await lockTeam(ctx);
  const user = await lockUserRow(ctx, key);
  const isInTeam = user.permissions.includes('super_admin');
  if (isInTeam && user.role_id === roleId) return;
  const role = roleId === null ? null : await lockTeamRole(ctx, roleId);
  await assertReach(ctx, held, user);
  assertHolds(held, role?.areas ?? null);
  if (!isInTeam && role === null) throw new AppError('ACTION_NOT_VALID');
  if (role && isLastFull(user.id)) throw new AppError('LAST_ADMIN');
  const before = user.role_id === null ? null : await nameOf(ctx, user.role_id);
  await updateRow(ctx, 'users', user.id, {
    role_id: roleId,
    ...(!isInTeam && { permissions: [...new Set([...permissionsOfRole.super_admin, ...user.permissions])] }),
  });
  await endSessions(ctx, user.id);
  await audit(ctx, {
    family,
    id: user.id,
    action: 'role',
    changes: {
      role: [before, role?.name ?? null],
      ...(!isInTeam && { permissions: [user.permissions, permissionsOfRole.super_admin] }),
    },
  });
  await send(ctx, {
    channel: 'mail',
    to: user.email,
    ...roleChanged({ name: user.name, role: role?.name ?? null }),
  });
}

async function nameOf(ctx: UserCtx, id: number): Promise<string | null> {
  const role = await ctx.db.selectFrom('roles').select('name').where('id', '=', id).executeTakeFirst();
  return role?.name ?? null;
}
