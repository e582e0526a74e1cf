import type { FastifyInstance } from 'fastify';
import { getProduct, listProducts } from '../../services/products';
import { type Deps, handle } from '../handle';

/** Products to be read (reference endpoints §6); writing them comes with the catalogue. */
export function productRoutes(app: FastifyInstance, deps: Deps): void {
  app.get(
    '/products',
    handle(deps, { allow: 'public' }, (ctx, { query }) => listProducts(ctx, query)),
  );
  app.get(
    '/products/:key',
    handle(deps, { allow: 'public' }, (ctx, { params }) => getProduct(ctx, params.key ?? '')),
  );
}
