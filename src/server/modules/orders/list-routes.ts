import type { FastifyInstance } from 'fastify';
import { signedIn } from '@/contract/core/permissions';
import { type Deps, route } from '@/server/core/http/route';
import { orderByNumber } from './orders';

/** Looks at orders beside the family's own (reference endpoints §9). */
export function orderListRoutes(app: FastifyInstance, deps: Deps): void {
  app.get(
    '/orders/tracking-number/:key',
    route(deps, { allow: signedIn }, (ctx, { params }) => orderByNumber(ctx, params.key ?? '')),
  );
}
