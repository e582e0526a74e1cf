import type { FastifyInstance } from 'fastify';
import { signedIn } from '@/contract/core/permissions';
import { AppError } from '@/server/core/errors';
import { type Deps, route } from '@/server/core/http/route';
import { sendStored } from '@/server/core/http/send-stored';
import { openFiles } from '@/server/integrations/files/files';
import { downloadUrl, fileOfToken, listDownloads } from './downloads';

/** Files that were bought (reference endpoints §9, rules §3.29). */
export function downloadRoutes(app: FastifyInstance, deps: Deps): void {
  const stored = openFiles(deps);
  app.get(
    '/downloads',
    route(deps, { allow: signedIn }, (ctx, { query }) => listDownloads(ctx, query)),
  );
  app.post(
    '/downloads/digital_file',
    route(deps, { allow: signedIn, write: true }, (ctx, { body }) => downloadUrl(ctx, body)),
  );
  app.get(
    '/download_url/token/:token',
    route(deps, { allow: 'public' }, async (ctx, { params, reply }) => {
      const { file, take } = await fileOfToken(ctx, params.token ?? '');
      const found = await stored.get(file.path);
      // The token is still good when the file is there again (hazard H-44).
      if (!found) throw new AppError('UNAVAILABLE');
      if (!(await take())) {
        found.stream.destroy();
        throw new AppError('NOT_FOUND');
      }
      // No part of it: the token is good for one request.
      return sendStored(reply, found, { name: file.file_name, cache: 'private, no-store' });
    }),
  );
}
