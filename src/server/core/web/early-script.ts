import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import type { FastifyReply } from 'fastify';

/**
 * Serves `early.js` with this server's environment appended, for `src/lib/env.ts`: one build serves all servers, and
 * the content policy forbids inline scripts. Undefined when there is nothing to append: Next serves the file then.
 */
export function openEarlyScript({
  sentryDsn,
  mapsKey,
  storageUrl,
  demo,
}: {
  sentryDsn: string | undefined;
  mapsKey: string | undefined;
  storageUrl: string | undefined;
  demo: boolean;
}): ((reply: FastifyReply, takesBrotli: boolean) => FastifyReply) | undefined {
  const flags = {
    ...(sentryDsn && { reports: sentryDsn }),
    ...(mapsKey && { maps: 'on' }),
    ...(storageUrl && { uploads: 'direct' }),
    ...(demo && { demo: 'on' }),
  };
  if (Object.keys(flags).length === 0) return undefined;
  const early = readFileSync(join(process.cwd(), 'public/early.js'), 'utf8');
  const script = `${early}\nObject.assign(document.documentElement.dataset, ${JSON.stringify(flags)});\n`;
  const packed = brotliCompressSync(script);
  return (reply, takesBrotli) =>
    reply
      .headers({
        'content-type': 'application/javascript; charset=UTF-8',
        vary: 'accept-encoding',
        ...(takesBrotli && { 'content-encoding': 'br' }),
        // The same header as Next sends: the next start may append something else.
        'cache-control': 'public, max-age=0',
      })
      .send(takesBrotli ? packed : script);
}
