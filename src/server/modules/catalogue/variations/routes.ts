import type { FastifyInstance } from 'fastify';
import { products } from '@/contract/catalogue/products';
import { type Deps, route } from '@/server/core/http/route';
import { sendSold } from '@/server/core/http/send-stored';
import { openFiles } from '@/server/integrations/files/files';
import { soldFile } from '../products/digital-files';
import { editVariation, listVariations } from './edit-variation';

/** Variations of a product one by one, and the file that a product sells (issue "products"). */
export function variationRoutes(app: FastifyInstance, deps: Deps): void {
  const stored = openFiles(deps);
  const allow = products.allow.update;

  app.get(
    '/products/:key/variations',
    route(deps, { allow }, (ctx, { params, query }) => listVariations(ctx, params.key ?? '', query)),
  );
  app.patch(
    '/products/:key/variations/:id',
    route(deps, { allow, write: true }, (ctx, { params: { key = '', id = '' }, body }) =>
      editVariation(ctx, { key, id }, body),
    ),
  );
  app.get(
    '/products/:key/digital-file',
    route(deps, { allow }, async (ctx, { params: { key = '' }, query, request, reply }) => {
      const { path, file_name } = await soldFile(ctx, key, query.variation_id);
      return sendSold(reply, await stored.get(path, request.headers.range), file_name);
    }),
  );
}
