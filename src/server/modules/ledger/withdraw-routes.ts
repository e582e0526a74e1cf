import type { FastifyInstance } from 'fastify';
import { adminOnly } from '@/contract/core/permissions';
import { type Deps, route } from '@/server/core/http/route';
import { decideWithdraw } from './withdraws';

/** Decisions on withdrawals (reference endpoints §12). */
export function withdrawRoutes(app: FastifyInstance, deps: Deps): void {
  app.post(
    '/approve-withdraw',
    route(deps, { allow: adminOnly, write: true }, (ctx, { body }) => decideWithdraw(ctx, body)),
  );
  // Some clients of this dialect send the id in the address.
  app.post(
    '/withdraws/:key/approve',
    route(deps, { allow: adminOnly, write: true }, (ctx, { body, params }) =>
      decideWithdraw(ctx, { status: 'approved', ...body, id: params.key }),
    ),
  );
}
