import type { FastifyInstance } from 'fastify';
import { addressSchema } from '@/contract/accounts/addresses/schema';
import { users } from '@/contract/accounts/users';
import { addPointsSchema, blockSchema, makeAdminSchema } from '@/contract/accounts/users/schema';
import { adminOnly, signedIn } from '@/contract/core/permissions';
import type { RequestDeps } from '@/server/core/deps';
import { route } from '@/server/core/http/route';
import { resourceService } from '@/server/core/resource/service';
import { addAddress, listAddresses, removeAddress, updateAddress } from './addresses';
import { banUser, unbanUser } from './ban-user';
import { makeAdmin } from './make-admin';
import { listConsents } from './sign-in/consents';
import { userOptions, usersService } from './users';
import { addPoints, listWalletLines } from './wallets';

/** Users beyond the CRUD of the family, and addresses. */
export function userRoutes(app: FastifyInstance, deps: RequestDeps): void {
  listRoutes(app, deps);
  addressRoutes(app, deps);
  app.post(
    '/users/block-user',
    route(deps, { allow: adminOnly, write: true, body: blockSchema }, async (ctx, { input }) => {
      await banUser(ctx, { id: input.id, reason: input.reason ?? null });
      return usersService.get(ctx, String(input.id));
    }),
  );
  app.post(
    '/users/unblock-user',
    route(deps, { allow: adminOnly, write: true, body: blockSchema.pick(['id']) }, async (ctx, { input }) => {
      await unbanUser(ctx, input.id);
      return usersService.get(ctx, String(input.id));
    }),
  );
  app.post(
    '/users/make-admin',
    route(deps, { allow: adminOnly, write: true, body: makeAdminSchema }, async (ctx, { input }) => {
      const { user_id, grant } = input;
      await makeAdmin(ctx, { user_id, ...(grant !== undefined && { grant }) });
      return true;
    }),
  );
  app.post(
    '/add-points',
    route(deps, { allow: adminOnly, write: true, body: addPointsSchema }, async (ctx, { input }) => {
      await addPoints(ctx, input);
      return {};
    }),
  );
  app.get(
    '/users/:key/wallet',
    route(deps, { allow: signedIn }, (ctx, { params: { key = '' }, query }) =>
      listWalletLines(ctx, key, query),
    ),
  );
  app.get(
    '/users/:key/consents',
    route(deps, { allow: adminOnly }, (ctx, { params: { key = '' } }) => listConsents(ctx, key)),
  );
}

/** Lists by role, for other clients of the dialect. */
function listRoutes(app: FastifyInstance, deps: RequestDeps): void {
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
    app.get(
      `/${endpoint}`,
      route(deps, { allow: adminOnly }, (ctx, { query }) =>
        list(ctx, { ...query, ...filters(query.is_active) }),
      ),
    );
  }
}

function addressRoutes(app: FastifyInstance, deps: RequestDeps): void {
  app.get(
    '/address',
    route(deps, { allow: signedIn }, (ctx, { query }) => listAddresses(ctx, query.customer_id)),
  );
  app.post(
    '/address',
    route(
      deps,
      { allow: signedIn, write: true, body: addressSchema },
      async (ctx, { body, input, reply }) => {
        const address = await addAddress(ctx, body.customer_id, input);
        reply.code(201);
        return address;
      },
    ),
  );
  app.route({
    method: ['PUT', 'PATCH'],
    url: '/address/:key',
    handler: route(deps, { allow: signedIn, write: true }, (ctx, { params: { key = '' }, body }) =>
      updateAddress(ctx, key, body),
    ),
  });
  app.delete(
    '/address/:key',
    route(deps, { allow: signedIn, write: true }, async (ctx, { params: { key = '' } }) => {
      await removeAddress(ctx, key);
      return true;
    }),
  );
}
