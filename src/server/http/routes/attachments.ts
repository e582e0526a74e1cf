import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { extname, join, relative, resolve, sep } from 'node:path';
import multipart from '@fastify/multipart';
import type { FastifyInstance } from 'fastify';
import { signedIn } from '@/contract/permissions';
import { AppError } from '../../errors';
import { removeFile, storeFiles } from '../../services/attachments';
import { isSold } from '../../services/digital-files';
import { type Deps, handle } from '../handle';

const mostFiles = 20;

/** Media types that a browser may show; everything else is only ever downloaded. */
const shown: Record<string, string> = { '.jpg': 'image/jpeg', '.png': 'image/png', '.webp': 'image/webp' };

/** Uploads (reference endpoints §16): multipart `attachment[]`, answered with a list. */
export async function attachmentRoutes(app: FastifyInstance, deps: Deps): Promise<void> {
  const uploads = resolve(deps.dataDir, 'uploads');
  await app.register(multipart, { limits: { fileSize: deps.uploadMaxBytes, files: mostFiles, fields: 10 } });

  app.post(
    '/attachments',
    handle(deps, { allow: signedIn }, async (ctx, { request }) => {
      if (!request.isMultipart()) throw new AppError('BAD_REQUEST');
      const files: { name: string; content: Buffer }[] = [];
      for await (const part of request.files())
        files.push({ name: part.filename, content: await part.toBuffer() });
      if (files.length === 0)
        throw new AppError('VALIDATION_FAILED', { fields: { attachment: ['error-file-missing'] } });
      return storeFiles(ctx, uploads, files);
    }),
  );
  app.delete(
    '/attachments/:id',
    handle(deps, { allow: signedIn }, async (ctx, { params }) => {
      await removeFile(ctx, uploads, Number(params.id) || 0);
      return true;
    }),
  );

  app.get(
    '/uploads/*',
    handle(deps, { allow: 'public' }, async (ctx, { params, reply }) => {
      const file = resolve(join(uploads, params['*'] ?? ''));
      if (!file.startsWith(uploads + sep)) throw new AppError('NOT_FOUND');
      const found = await stat(file).catch(() => undefined);
      if (!found?.isFile()) throw new AppError('NOT_FOUND');
      // A small picture of what is sold may be looked at; it itself comes from `products/{id}/digital-file`.
      const isPreview = extname(file) === '.webp';
      if (!isPreview && (await isSold(ctx, relative(uploads, file)))) throw new AppError('NOT_FOUND');
      const type = shown[extname(file)];
      reply
        .header('content-type', type ?? 'application/octet-stream')
        .header('content-length', found.size)
        .header('content-disposition', type ? 'inline' : 'attachment')
        .header('content-security-policy', "default-src 'none'; sandbox")
        .header('cache-control', 'public, max-age=31536000, immutable');
      return reply.send(createReadStream(file));
    }),
  );
}
