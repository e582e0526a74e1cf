import type { FastifyInstance } from 'fastify';
import { adminOnly, adminOwner } from '@/contract/permissions';
import { once } from '../../services/idempotency';
import { adjustShop, linesOfShop } from '../../services/shop-ledger';
import { decideWithdraw } from '../../services/withdraws';
import { type Deps, handle } from '../handle';

/** Decisions on withdrawals, and the ledger of a shop (reference endpoints §12). */
export function withdrawRoutes(app: FastifyInstance, deps: Deps): void {
  app.post(
    '/approve-withdraw',
    handle(deps, { allow: adminOnly, write: true }, (ctx, { body }) => decideWithdraw(ctx, body)),
  );
  // Some clients of this dialect name the request in the address.
  app.post(
    '/withdraws/:key/approve',
    handle(deps, { allow: adminOnly, write: true }, (ctx, { body, params }) =>
      decideWithdraw(ctx, { status: 'approved', ...body, id: params.key }),
    ),
  );
  app.get(
    '/shops/:key/ledger',
    handle(deps, { allow: adminOwner }, (ctx, { params, query }) =>
      linesOfShop(ctx, params.key ?? '', query),
    ),
  );
  app.post(
    '/shops/:key/adjustments',
    handle(deps, { allow: adminOnly, write: true }, (ctx, call) =>
      once(ctx, call, async () => {
        const line = await adjustShop(ctx, call.params.key ?? '', call.body);
        call.reply.code(201);
        return line;
      }),
    ),
  );
}
