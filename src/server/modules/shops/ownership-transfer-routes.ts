import type { FastifyInstance } from 'fastify';
import { adminOnly, adminOwner } from '@/contract/core/permissions';
import { type Deps, route } from '@/server/core/http/route';
import { decideTransfer, removeTransfer } from './ownership-transfer-decisions';
import { askForTransfer, transferConditions, transfers, vendorsFor } from './transfer-ownership';

/** Shops that change hands (reference endpoints §5). */
export function ownershipTransferRoutes(app: FastifyInstance, deps: Deps): void {
  app.post(
    '/transfer-shop-ownership',
    route(deps, { allow: adminOwner, write: true }, async (ctx, { body, reply }) => {
      const transfer = await askForTransfer(ctx, body);
      reply.code(201);
      return transfer;
    }),
  );
  app.get(
    '/shops/:key/transfer-conditions',
    route(deps, { allow: adminOwner }, (ctx, { params }) => transferConditions(ctx, params.key ?? '')),
  );
  app.get(
    '/ownership-transfer',
    route(deps, { allow: adminOwner }, (ctx, { query }) => transfers.list(ctx, query)),
  );
  app.get(
    '/ownership-transfer/vendors',
    route(deps, { allow: adminOwner }, (ctx, { query }) => vendorsFor(ctx, query.search)),
  );
  app.get(
    '/ownership-transfer/:key',
    route(deps, { allow: adminOwner }, (ctx, { params }) => transfers.get(ctx, params.key ?? '')),
  );
  app.route({
    method: ['PUT', 'PATCH'],
    url: '/ownership-transfer/:key',
    handler: route(deps, { allow: adminOnly, write: true }, (ctx, { params, body }) =>
      decideTransfer(ctx, params.key ?? '', body),
    ),
  });
  app.delete(
    '/ownership-transfer/:key',
    route(deps, { allow: adminOwner, write: true }, async (ctx, { params }) => {
      await removeTransfer(ctx, params.key ?? '');
      return true;
    }),
  );
}
