import type { FastifyInstance } from 'fastify';
import { users } from '@/contract/accounts/users';
import { addPointsSchema, blockSchema, makeAdminSchema } from '@/contract/accounts/users/schema';
import { adminOnly, signedIn } from '@/contract/core/permissions';
import { type Deps, route } from '@/server/core/http/route';
import { resourceService } from '@/server/core/resource/service';
import { validate } from '@/server/core/validate';
import { addPoints, banPerson, makeAdmin, unbanPerson } from './user-actions';
import { peopleOptions, usersService } from './users';
import { walletLines } from './wallets';

/** What is done with people beside the table of the family (reference endpoints §4). */
export function userRoutes(app: FastifyInstance, deps: Deps): void {
  listRoutes(app, deps);
  app.post(
    '/users/block-user',
    route(deps, { allow: adminOnly, write: true }, async (ctx, { body }) => {
      const { id, reason } = await validate(blockSchema, body);
      await banPerson(ctx, { id, reason: reason ?? null });
      return usersService.get(ctx, String(id));
    }),
  );
  app.post(
    '/users/unblock-user',
    route(deps, { allow: adminOnly, write: true }, async (ctx, { body }) => {
      const { id } = await validate(blockSchema.pick(['id']), body);
      await unbanPerson(ctx, id);
      return usersService.get(ctx, String(id));
    }),
  );
  app.post(
    '/users/make-admin',
    route(deps, { allow: adminOnly, write: true }, async (ctx, { body }) => {
      const { user_id, grant } = await validate(makeAdminSchema, body);
      await makeAdmin(ctx, { user_id, ...(grant !== undefined && { grant }) });
      return true;
    }),
  );
  app.post(
    '/add-points',
    route(deps, { allow: adminOnly, write: true }, async (ctx, { body }) => {
      await addPoints(ctx, await validate(addPointsSchema, body));
      return {};
    }),
  );
  app.get(
    '/users/:key/wallet',
    route(deps, { allow: signedIn }, (ctx, { params: { key = '' }, query }) => walletLines(ctx, key, query)),
  );
}

/** Lists of some of the people, as other clients of this dialect ask for them (rules R-015). */
function listRoutes(app: FastifyInstance, deps: Deps): void {
  const lists = [
    { endpoint: 'admin/list', part: () => ({ role: 'super_admin', is_active: 'true' }) },
    {
      endpoint: 'vendors/list',
      // Only the text `true` means active: left out, it lists those who wait.
      part: (isActive: unknown) => ({ role: 'store_owner', is_active: String(isActive === 'true') }),
    },
    { endpoint: 'customers/list', part: () => ({ role: 'customer' }) },
  ];
  for (const { endpoint, part } of lists) {
    const { list } = resourceService({ ...users, endpoint }, peopleOptions);
    app.get(
      `/${endpoint}`,
      route(deps, { allow: adminOnly }, (ctx, { query }) =>
        list(ctx, { ...query, ...part(query.is_active) }),
      ),
    );
  }
}
