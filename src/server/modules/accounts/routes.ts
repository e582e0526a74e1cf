import type { FastifyInstance } from 'fastify';
import { addressSchema } from '@/contract/accounts/addresses/schema';
import { users } from '@/contract/accounts/users';
import { addPointsSchema, blockSchema, makeAdminSchema } from '@/contract/accounts/users/schema';
import { adminOnly, signedIn } from '@/contract/core/permissions';
import type { RequestDeps } from '@/server/core/deps';
import { router } from '@/server/core/http/route';
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
  const byAdmin = { allow: adminOnly, write: true } as const;
  api.post('/users/block-user', { ...byAdmin, body: blockSchema }, async (ctx, { input }) => {
    await banUser(ctx, input);
    return usersService.get(ctx, String(input.id));
  });
  const unblockSchema = blockSchema.pick(['id']);
  api.post('/users/unblock-user', { ...byAdmin, body: unblockSchema }, async (ctx, { input }) => {
    await unbanUser(ctx, input.id);
    return usersService.get(ctx, String(input.id));
  });
  api.post(
    '/users/make-admin',
    { ...byAdmin, confirm: true, body: makeAdminSchema },
    async (ctx, { input }) => {
      await makeAdmin(ctx, input);
      return true;
    },
  );
  api.post('/add-points', { ...byAdmin, confirm: true, body: addPointsSchema }, async (ctx, { input }) => {
    await addPoints(ctx, input);
    return {};
  });
  api.get('/users/:key/wallet', { allow: signedIn }, (ctx, { params: { key }, query }) =>
    listWalletLines(ctx, key, query),
  );
  api.get('/users/:key/consents', { allow: adminOnly }, (ctx, { params: { key } }) => listConsents(ctx, key));
}

/** Lists by role, for other clients of the dialect. */
function listRoutes(app: FastifyInstance, deps: RequestDeps): void {
  const api = router(app, deps);
  const lists = [
    { endpoint: 'admin/list', filters: () => ({ role: 'super_admin', is_active: 'true' }) },
    {
      endpoint: 'vendors/list',
      // Any value but `true` lists the vendors waiting for approval.
      filters: (isActive: unknown) => ({ role: 'store_owner', is_active: String(isActive === 'true') }),
    },
    { endpoint: 'customers/list', filters: () => ({ role: 'customer' }) },
  ];
  for (const { endpoint, filters } of lists) {
    const { list } = resourceService({ ...users, endpoint }, userOptions);
    api.get(`/${endpoint}`, { allow: adminOnly }, (ctx, { query }) =>
      list(ctx, { ...query, ...filters(query.is_active) }),
    );
  }
}

function addressRoutes(app: FastifyInstance, deps: RequestDeps): void {
  const api = router(app, deps);
  api.get('/address', { allow: signedIn }, (ctx, { query }) => listAddresses(ctx, query.customer_id));
  api.post(
    '/address',
    { allow: signedIn, write: true, created: true, body: addressSchema },
    (ctx, { body, input }) => addAddress(ctx, body.customer_id, input),
  );
  api.update('/address/:key', { allow: signedIn, write: true }, (ctx, { params: { key }, body }) =>
    updateAddress(ctx, key, body),
  );
  api.delete('/address/:key', { allow: signedIn, write: true }, async (ctx, { params: { key } }) => {
    await removeAddress(ctx, key);
    return true;
  });
}
