import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { signedIn } from '@/contract/permissions';
import { AppError } from '../../errors';
import { downloadUrl, fileOfToken, listDownloads } from '../../services/order-downloads';
import { type Deps, handle } from '../handle';

/** Files that were bought (reference endpoints §9, rules §3.29). */
export function downloadRoutes(app: FastifyInstance, deps: Deps): void {
  const uploads = resolve(deps.dataDir, 'uploads');
  app.get(
    '/downloads',
    handle(deps, { allow: signedIn }, (ctx, { query }) => listDownloads(ctx, query)),
  );
  app.post(
    '/downloads/digital_file',
    handle(deps, { allow: signedIn, write: true }, (ctx, { body }) => downloadUrl(ctx, body)),
  );
  app.get(
    '/download_url/token/:token',
    handle(deps, { allow: 'public' }, async (ctx, { params, reply }) => {
      const { file, take } = await fileOfToken(ctx, params.token ?? '');
      const path = join(uploads, file.path);
      const found = await stat(path).catch(() => undefined);
      // The token is still good when the file is there again (hazard H-44).
      if (!found?.isFile()) throw new AppError('UNAVAILABLE');
      if (!(await take())) throw new AppError('NOT_FOUND');
      reply
        .header('content-type', 'application/octet-stream')
        .header('content-length', found.size)
        .header('content-disposition', `attachment; filename*=UTF-8''${encoded(file.file_name)}`)
        .header('content-security-policy', "default-src 'none'; sandbox")
        .header('cache-control', 'private, no-store');
      return reply.send(createReadStream(path));
    }),
  );
}

/** A name as a header carries it (RFC 5987). */
function encoded(name: string): string {
  return encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
}
