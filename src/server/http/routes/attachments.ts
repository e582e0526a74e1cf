import { extname } from 'node:path';
import multipart from '@fastify/multipart';
import type { FastifyInstance } from 'fastify';
import { signedIn } from '@/contract/permissions';
import { AppError } from '../../errors';
import { isPath, openFiles } from '../../outside/files';
import { removeFile, storeFiles } from '../../services/attachments';
import { isSold } from '../../services/digital-files';
import { spendUpload } from '../../services/upload-limits';
import { type Deps, handle } from '../handle';
import { sendStored } from '../send-stored';
import { clientSignal, uploadedFiles } from '../uploads';

const maxFiles = 20;

/** Media types that a browser may show; everything else is only ever downloaded. */
const shown: Record<string, string> = { '.jpg': 'image/jpeg', '.png': 'image/png', '.webp': 'image/webp' };

/** Uploads (reference endpoints §16): multipart `attachment[]`, answered with a list. */
export async function attachmentRoutes(app: FastifyInstance, deps: Deps): Promise<void> {
  const stored = openFiles(deps);
  await app.register(multipart);

  app.post(
    '/attachments',
    handle(deps, { allow: signedIn }, async (ctx, { request, reply }) => {
      await spendUpload(ctx);
      const limits = { fileSize: deps.uploadMaxBytes, files: maxFiles };
      const files = uploadedFiles({ dataDir: deps.dataDir, request }, limits);
      const made = await storeFiles(ctx, stored, files, { signal: clientSignal(reply) });
      if (made.length === 0)
        throw new AppError('VALIDATION_FAILED', { fields: { attachment: ['error-file-missing'] } });
      return made;
    }),
  );
  app.delete(
    '/attachments/:id',
    handle(deps, { allow: signedIn }, async (ctx, { params }) => {
      await removeFile(ctx, stored, Number(params.id) || 0);
      return true;
    }),
  );

  app.get(
    '/uploads/*',
    handle(deps, { allow: 'public' }, async (ctx, { params, request, reply }) => {
      const path = params['*'] ?? '';
      if (!isPath(path)) throw new AppError('NOT_FOUND');
      // A small picture of what is sold may be looked at; it itself comes from `products/{id}/digital-file`.
      const isPreview = extname(path) === '.webp';
      if (!isPreview && (await isSold(ctx, path))) throw new AppError('NOT_FOUND');
      const elsewhere = stored.url(path);
      if (elsewhere) {
        reply.header('cache-control', 'public, max-age=86400');
        return reply.redirect(elsewhere, 302);
      }
      const file = await stored.get(path, request.headers.range);
      if (!file) throw new AppError('NOT_FOUND');
      reply.header('accept-ranges', 'bytes');
      const type = shown[extname(path)];
      return sendStored(reply, file, { type, cache: 'public, max-age=31536000, immutable' });
    }),
  );
}
