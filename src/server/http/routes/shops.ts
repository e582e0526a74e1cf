import type { FastifyInstance } from 'fastify';
import { adminOnly } from '@/contract/permissions';
import { getShop, listShops } from '../../services/shops';
import { type Deps, handle } from '../handle';

/** Shops, as far as other screens need them (reference endpoints §5). */
export function shopRoutes(app: FastifyInstance, deps: Deps): void {
  app.get(
    '/shops',
    handle(deps, { allow: adminOnly }, (ctx, { query }) => listShops(ctx, query)),
  );
  app.get(
    '/shops/:key',
    handle(deps, { allow: 'public' }, (ctx, { params }) => getShop(ctx, params.key ?? '')),
  );
}
