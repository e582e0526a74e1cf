import type { FastifyInstance } from 'fastify';
import { signedIn } from '@/contract/permissions';
import { orderByNumber } from '../../services/orders';
import { type Deps, handle } from '../handle';

/** Looks at orders beside the family's own (reference endpoints §9). */
export function orderListRoutes(app: FastifyInstance, deps: Deps): void {
  app.get(
    '/orders/tracking-number/:key',
    handle(deps, { allow: signedIn }, (ctx, { params }) => orderByNumber(ctx, params.key ?? '')),
  );
}
