import { extname } from 'node:path';
import multipart from '@fastify/multipart';
import type { FastifyInstance } from 'fastify';
import type { RawBuilder, SqlBool } from 'kysely';
import * as actions from '@/contract/core/actions';
import { ownValue } from '@/contract/core/own-value';
import type { FileDeps, RequestDeps, UploadLimit } from '@/server/core/deps';
import { AppError, rejectField } from '@/server/core/errors';
import { findFileName, removeFile, storeFiles } from '@/server/core/files/attachments';
import { beginUpload, finishUpload } from '@/server/core/files/direct-uploads';
import { checkFileLink, findOwnFile, signFiles } from '@/server/core/files/file-links';
import { isPublicFile } from '@/server/core/files/file-rights';
import { countUpload } from '@/server/core/files/upload-limits';
import { wholeNumber } from '@/server/core/numbers';
import type { DirectFiles } from '@/server/integrations/files/direct';
import { isPath, isThumbnail } from '@/server/integrations/files/files';
import { openFiles } from '@/server/integrations/files/open-files';
import { router } from './route';
import { contentDisposition, sendStored } from './send-stored';
import { clientSignal, uploadedFiles } from './uploads';

const maxFiles = 20;
/** Shorter than the life of a storage link. */
const keptLinkSeconds = 5 * 60;

/** Media types that a browser may show; all others are downloads. */
const shown: Record<string, string> = { '.jpg': 'image/jpeg', '.png': 'image/png', '.webp': 'image/webp' };

type UploadDeps = RequestDeps & FileDeps & UploadLimit;

/** Uploads: multipart `attachment[]`, answered with a list. */
export async function attachmentRoutes(
  app: FastifyInstance,
  deps: UploadDeps,
  withheld: readonly RawBuilder<SqlBool>[],
): Promise<void> {
  const stored = openFiles(deps);
  await app.register(multipart);
  uploadRoutes(app, deps, stored);
  if (stored.direct) directRoutes(app, deps, { ...stored, direct: stored.direct });
  fileRoutes(app, deps, stored, withheld);
}

type Stored = ReturnType<typeof openFiles>;

function uploadRoutes(app: FastifyInstance, deps: UploadDeps, stored: Stored): void {
  const api = router(app, deps);
  api.on(
    actions.uploadAttachments,
    async (ctx, { request, reply }) => {
      await countUpload(ctx);
      const limits = { fileSize: deps.uploadMaxBytes, files: maxFiles };
      const files = uploadedFiles({ dataDir: deps.dataDir, request }, limits);
      const made = await storeFiles(ctx, stored, files, { signal: clientSignal(reply) });
      if (made.length === 0) rejectField('attachment', 'error-file-missing');
      return signFiles(ctx, made);
    },
    { write: false },
  );
  // A draft kept by a browser outlives the links of its files.
  api.on(actions.getAttachment, (ctx, { params }) => findOwnFile(ctx, params.id));
  api.on(
    actions.removeAttachment,
    async (ctx, { params }) => {
      await removeFile(ctx, stored, wholeNumber(params.id) ?? 0);
      return true;
    },
    { write: false },
  );
}

/** Direct uploads: where to send a file, and the notice that it has arrived. */
function directRoutes(
  app: FastifyInstance,
  deps: UploadDeps,
  stored: Stored & { direct: DirectFiles },
): void {
  const api = router(app, deps);
  api.on(actions.beginUpload, (ctx, { input }) => beginUpload(ctx, stored, input, deps.uploadMaxBytes), {
    before: countUpload,
    write: false,
  });
  api.on(
    actions.finishUpload,
    async (ctx, { params, input, reply }) => {
      const sent = { id: params.id, tags: input.tags, signal: clientSignal(reply) };
      return signFiles(ctx, await finishUpload(ctx, stored, sent));
    },
    { write: false },
  );
}

/** Serves files: public pictures by path, all others by a signed link. */
function fileRoutes(
  app: FastifyInstance,
  deps: RequestDeps,
  stored: Stored,
  withheld: readonly RawBuilder<SqlBool>[],
): void {
  const api = router(app, deps);
  api.on(actions.getUpload, async (ctx, { params, request, reply }) => {
    const path = params['*'];
    if (!isPath(path)) throw new AppError('NOT_FOUND');
    if (!(await isPublicFile(ctx, path, withheld))) throw new AppError('NOT_FOUND');
    const elsewhere = await stored.publish(path);
    if (elsewhere) {
      reply.header('cache-control', 'public, max-age=86400');
      return reply.redirect(elsewhere, 302);
    }
    const file = await stored.get(path, request.headers.range);
    if (!file) throw new AppError('NOT_FOUND');
    reply.header('accept-ranges', 'bytes');
    const type = ownValue(shown, extname(path));
    return sendStored(reply, file, { type, cache: 'public, max-age=31536000, immutable' });
  });

  api.on(actions.getFile, async (ctx, { params, query, request, reply }) => {
    const path = params['*'];
    const seconds = await checkFileLink(ctx, path, query);
    const name = await findFileName(ctx, path);
    const type = ownValue(shown, extname(path));
    // Thumbnails are small and many: a redirect would cost more than their bytes.
    if (stored.direct && !isThumbnail(path)) {
      // Browsers ask for a new link before this one expires.
      reply.header('cache-control', `private, max-age=${Math.min(seconds, keptLinkSeconds)}`);
      const disposition = contentDisposition({ type, name });
      return reply.redirect(await stored.direct.link(path, { type, disposition }), 302);
    }
    const file = await stored.get(path, request.headers.range);
    if (!file) throw new AppError('NOT_FOUND');
    reply.header('accept-ranges', 'bytes');
    return sendStored(reply, file, {
      type,
      name,
      cache: `private, max-age=${seconds}, immutable`,
    });
  });
}
