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
}: {
  sentryDsn: string | undefined;
}): ((reply: FastifyReply) => FastifyReply) | undefined {
  if (!sentryDsn) return undefined;
  const told = `document.documentElement.dataset.reports = ${JSON.stringify(sentryDsn)};\n`;
  const script = readFileSync(join(process.cwd(), 'public/early.js'), 'utf8') + told;
  return (reply) =>
    reply
      .headers({
        'content-type': 'application/javascript; charset=UTF-8',
        // As Next sends it: another start may say something else.
        'cache-control': 'public, max-age=0',
        'x-content-type-options': 'nosniff',
      })
      .send(script);
}
