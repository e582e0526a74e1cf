import type { FastifyInstance } from 'fastify';
import * as actions from '@/contract/accounts/actions';
import { users } from '@/contract/accounts/users';
import { splitAddress } from '@/contract/core/action';
import type { UserCtx } from '@/server/core/context';
import type { RequestDeps } from '@/server/core/deps';
import { router } from '@/server/core/http/route';
import type { JsonRecord } from '@/server/core/json-record';
import { resourceService } from '@/server/core/resource/service';
import { addAddress, listAddresses, removeAddress, updateAddress } from './addresses';
import { banUser, unbanUser } from './ban-user';
import { makeAdmin } from './make-admin';
import { listConsents } from './sign-in/consents';
import { userOptions, usersService } from './users';
import { addPoints, listWalletLines } from './wallets';

/** Users beyond the CRUD of the family, and addresses. */
export function userRoutes(app: FastifyInstance, deps: RequestDeps): void {
  const api = router(app, deps);
  listRoutes(app, deps);
  addressRoutes(app, deps);
  api.on(actions.banUser, async (ctx, { input }) => {
    await banUser(ctx, input);
    return usersService.get(ctx, String(input.id));
  });
  api.on(actions.unbanUser, async (ctx, { input }) => {
    await unbanUser(ctx, input.id);
    return usersService.get(ctx, String(input.id));
  });
  api.on(actions.makeAdmin, async (ctx, { input }) => {
    await makeAdmin(ctx, input);
    return true;
  });
  api.on(actions.addPoints, async (ctx, { input }) => {
    await addPoints(ctx, input);
    return {};
  });
  api.on(actions.listWalletLines, (ctx, { params: { key }, query }) => listWalletLines(ctx, key, query));
  api.on(actions.listConsents, (ctx, { params: { key } }) => listConsents(ctx, key));
}

/** Lists by role, for other clients of the dialect. */
function listRoutes(app: FastifyInstance, deps: RequestDeps): void {
  const api = router(app, deps);
  const listBy = (ctx: UserCtx, action: { at: string }, query: JsonRecord) =>
    resourceService({ ...users, endpoint: splitAddress(action.at).path }, userOptions).list(ctx, query);
  api.on(actions.listAdmins, (ctx, { query }) =>
    listBy(ctx, actions.listAdmins, { ...query, role: 'super_admin', is_active: 'true' }),
  );
  // Any value but `true` lists the vendors waiting for approval.
  api.on(actions.listVendors, (ctx, { query }) =>
    listBy(ctx, actions.listVendors, {
      ...query,
      role: 'store_owner',
      is_active: String(query.is_active === 'true'),
    }),
  );
  api.on(actions.listCustomers, (ctx, { query }) =>
    listBy(ctx, actions.listCustomers, { ...query, role: 'customer' }),
  );
}

function addressRoutes(app: FastifyInstance, deps: RequestDeps): void {
  const api = router(app, deps);
  api.on(actions.listAddresses, (ctx, { query }) => listAddresses(ctx, query.customer_id));
  api.on(actions.addAddress, (ctx, { body, input }) => addAddress(ctx, body.customer_id, input));
  api.on(actions.updateAddress, (ctx, { params: { key }, body }) => updateAddress(ctx, key, body));
  api.on(actions.removeAddress, async (ctx, { params: { key } }) => {
    await removeAddress(ctx, key);
    return true;
  });
}
