import type { FastifyInstance } from 'fastify';
import { roles } from '@/contract/accounts/roles';
import { giveRoleSchema, inviteSchema } from '@/contract/accounts/roles/schema';
import { adminOnly } from '@/contract/core/permissions';
import type { RequestDeps } from '@/server/core/deps';
import { resourceRoutes } from '@/server/core/http/resource-routes';
import { router } from '@/server/core/http/route';
import { giveRole } from '../make-admin';
import { usersService } from '../users';
import { inviteToTeam, listInvited, withdrawInvitation } from './invite';
import { rolesService } from './roles';

/** Roles, and the people of the team who have them. */
export function roleRoutes(app: FastifyInstance, deps: RequestDeps): void {
  const api = router(app, deps);
  const byAdmin = { allow: adminOnly, confirm: true, write: true } as const;
  resourceRoutes(app, deps, roles, rolesService);
  api.post('/users/:key/role', { ...byAdmin, body: giveRoleSchema }, async (ctx, { params, input }) => {
    await giveRole(ctx, params.key, input.role_id ?? null);
    return usersService.get(ctx, params.key);
  });
  api.post('/users/invite', { ...byAdmin, body: inviteSchema }, (ctx, { input }) => inviteToTeam(ctx, input));
  api.get('/users/invited', { allow: adminOnly }, (ctx) => listInvited(ctx));
  api.delete('/users/invited/:key', { allow: adminOnly, write: true }, async (ctx, { params }) => {
    await withdrawInvitation(ctx, params.key);
    return true;
  });
}
