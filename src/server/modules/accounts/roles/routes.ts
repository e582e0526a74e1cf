import type { FastifyInstance } from 'fastify';
import * as actions from '@/contract/accounts/actions';
import { roles } from '@/contract/accounts/roles';
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
  resourceRoutes(app, deps, roles, rolesService);
  api.on(actions.giveRole, async (ctx, { params, input }) => {
    await giveRole(ctx, params.key, input.role_id ?? null);
    return usersService.get(ctx, params.key);
  });
  api.on(actions.inviteToTeam, (ctx, { input }) => inviteToTeam(ctx, input));
  api.on(actions.listInvited, (ctx) => listInvited(ctx));
  api.on(actions.withdrawInvitation, async (ctx, { params }) => {
    await withdrawInvitation(ctx, params.key);
    return true;
  });
}
