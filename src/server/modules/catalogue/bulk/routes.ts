import type { FastifyInstance } from 'fastify';
import { products } from '@/contract/catalogue/products';
import { type Deps, route } from '@/server/core/http/route';
import { productOptions } from '../products/products';
import { bulkPrices } from './bulk-prices';
import { bulkCategories, bulkStatus } from './bulk-products';

/** Many products at once, step by step; the engine's routes remove them and take changes back. */
export function productBulkRoutes(app: FastifyInstance, deps: Deps): void {
  for (const [path, run] of [
    ['price', bulkPrices],
    ['categories', bulkCategories],
    ['status', bulkStatus],
  ] as const) {
    app.post(
      `/products/bulk/${path}`,
      route(deps, { allow: products.allow.update, write: true }, (ctx, { body }) =>
        run(productOptions, ctx, body),
      ),
    );
  }
}
