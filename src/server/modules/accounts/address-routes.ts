import type { FastifyInstance } from 'fastify';
import { signedIn } from '@/contract/core/permissions';
import { type Deps, route } from '@/server/core/http/route';
import { addAddress, changeAddress, listAddresses, removeAddress } from './addresses';

/** Addresses of people (reference endpoints §4): one's own, or anybody's for an administrator. */
export function addressRoutes(app: FastifyInstance, deps: Deps): void {
  app.get(
    '/address',
    route(deps, { allow: signedIn }, (ctx, { query }) => listAddresses(ctx, query.customer_id)),
  );
  app.post(
    '/address',
    route(deps, { allow: signedIn, write: true }, async (ctx, { body, reply }) => {
      const address = await addAddress(ctx, body);
      reply.code(201);
      return address;
    }),
  );
  app.route({
    method: ['PUT', 'PATCH'],
    url: '/address/:key',
    handler: route(deps, { allow: signedIn, write: true }, (ctx, { params: { key = '' }, body }) =>
      changeAddress(ctx, key, body),
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
