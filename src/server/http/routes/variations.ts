import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { products } from '@/contract/products';
import { AppError } from '../../errors';
import { soldFile } from '../../services/digital-files';
import { editVariation, listVariations } from '../../services/variations';
import { type Deps, handle } from '../handle';

/** Variations of a product one by one, and the file that a product sells (issue "products"). */
export function variationRoutes(app: FastifyInstance, deps: Deps): void {
  const uploads = resolve(deps.dataDir, 'uploads');
  const allow = products.allow.update;

  app.get(
    '/products/:key/variations',
    handle(deps, { allow }, (ctx, { params, query }) => listVariations(ctx, params.key ?? '', query)),
  );
  app.patch(
    '/products/:key/variations/:id',
    handle(deps, { allow, write: true }, (ctx, { params: { key = '', id = '' }, body }) =>
      editVariation(ctx, { key, id }, body),
    ),
  );
  app.get(
    '/products/:key/digital-file',
    handle(deps, { allow }, async (ctx, { params: { key = '' }, query, reply }) => {
      const { path, file_name } = await soldFile(ctx, key, query.variation_id);
      const file = join(uploads, path);
      const found = await stat(file).catch(() => undefined);
      if (!found?.isFile()) throw new AppError('NOT_FOUND');
      reply
        .header('content-type', 'application/octet-stream')
        .header('content-length', found.size)
        .header('content-disposition', `attachment; filename*=UTF-8''${encoded(file_name)}`)
        .header('content-security-policy', "default-src 'none'; sandbox")
        .header('cache-control', 'private, no-store');
      return reply.send(createReadStream(file));
    }),
  );
}

/** A name as a header carries it (RFC 5987). */
function encoded(name: string): string {
  return encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
}
