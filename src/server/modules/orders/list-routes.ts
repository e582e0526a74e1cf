import type { FastifyInstance } from 'fastify';
import { signedIn } from '@/contract/core/permissions';
import { type Deps, handle } from '@/server/core/http/route';
import { orderByNumber } from './orders';

/** Looks at orders beside the family's own (reference endpoints §9). */
export function orderListRoutes(app: FastifyInstance, deps: Deps): void {
  app.get(
    '/orders/tracking-number/:key',
    handle(deps, { allow: signedIn }, (ctx, { params }) => orderByNumber(ctx, params.key ?? '')),
  );
}
