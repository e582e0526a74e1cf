import type { FastifyInstance } from 'fastify';
import { withStaff } from '@/contract/core/permissions';
import { type Deps, route } from '@/server/core/http/route';
import { countByCategory, sellByCategory, topRated } from './products/product-figures';
import { listBestSelling, listDrafts, listLow, listShort } from './products/storefront-lists';
import { listMovements } from './stock/list-movements';

/** Lists of products beside the family's own (reference endpoints §6). */
export function productRoutes(app: FastifyInstance, deps: Deps): void {
  const allow = withStaff('catalogue');
  for (const path of ['/popular-products', '/best-selling-products']) {
    app.get(
      path,
      route(deps, { allow: 'public' }, (ctx, { query }) => listBestSelling(ctx, query)),
    );
  }
  app.get(
    '/draft-products',
    route(deps, { allow }, (ctx, { query }) => listDrafts(ctx, query)),
  );
  app.get(
    '/products-stock',
    route(deps, { allow }, (ctx, { query }) => listShort(ctx, query)),
  );
  app.get(
    '/low-stock-products',
    route(deps, { allow }, (ctx, { query }) => listLow(ctx, query)),
  );
  app.get(
    '/top-rate-product',
    route(deps, { allow }, (ctx, { query }) => topRated(ctx, query)),
  );
  app.get(
    '/category-wise-product',
    route(deps, { allow }, (ctx, { query }) => countByCategory(ctx, query)),
  );
  app.get(
    '/category-wise-product-sale',
    route(deps, { allow }, (ctx, { query }) => sellByCategory(ctx, query)),
  );
  app.get(
    '/stock-movements',
    route(deps, { allow }, (ctx, { query }) => listMovements(ctx, query)),
  );
}
