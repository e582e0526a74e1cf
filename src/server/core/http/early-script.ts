import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyReply } from 'fastify';

/**
 * `early.js` with what this server was started with behind it, for `src/lib/env.ts` to read: pages are built once and are
 * the same everywhere, and the content policy lets no script into them. Undefined when there is nothing to say: Next
 * sends the file then.
 */
export function openEarlyScript({
  sentryDsn,
  mapsKey,
}: {
  sentryDsn: string | undefined;
  mapsKey: string | undefined;
}): ((reply: FastifyReply) => FastifyReply) | undefined {
  const told = { ...(sentryDsn && { reports: sentryDsn }), ...(mapsKey && { maps: 'on' }) };
  if (Object.keys(told).length === 0) return undefined;
  const early = readFileSync(join(process.cwd(), 'public/early.js'), 'utf8');
  const script = `${early}\nObject.assign(document.documentElement.dataset, ${JSON.stringify(told)});\n`;
  return (reply) =>
    reply
      .headers({
        'content-type': 'application/javascript; charset=UTF-8',
        // As Next sends it: another start may say something else.
        'cache-control': 'public, max-age=0',
      })
      .send(script);
}
