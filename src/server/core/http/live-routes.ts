import type { FastifyInstance, FastifyReply } from 'fastify';
import { adminOwnerStaff } from '@/contract/core/permissions';
import { createLiveFeed } from '@/server/core/live/feed';
import { type Deps, route } from './route';

/** A reader that lets so much pile up is cut off, in bytes; it comes back and reads on from where it was. */
const maxWaiting = 256 * 1024;

/**
 * `GET live`: server-sent events of what concerns the caller (design §8), read on from the header `Last-Event-ID`. It ends
 * with the session.
 */
export function liveRoutes(app: FastifyInstance, deps: Deps): void {
  const feed = createLiveFeed(deps);
  app.addHook('preClose', () => feed.close());
  app.get(
    '/live',
    route(deps, { allow: adminOwnerStaff }, async ({ user }, { request, reply }) => {
      const leave = await feed.join(user, placeOf(request.headers['last-event-id']), outletOf(reply));
      reply.raw.on('close', leave);
      if (reply.raw.destroyed) leave();
      return reply;
    }),
  );
}

function placeOf(header: unknown): number | undefined {
  return typeof header === 'string' && /^\d{1,15}$/.test(header) ? Number(header) : undefined;
}

/** Nothing is sent before the first line: whoever may not read is refused as everywhere. */
function outletOf(reply: FastifyReply) {
  const { raw } = reply;
  const begin = () => {
    reply.hijack();
    for (const [name, value] of Object.entries(reply.getHeaders()))
      if (value !== undefined) raw.setHeader(name, value);
    raw.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      // Servers in between must not wait for more.
      'x-accel-buffering': 'no',
    });
  };
  return {
    write(text: Buffer) {
      if (raw.destroyed) return false;
      if (!raw.headersSent) begin();
      raw.write(text);
      return raw.writableLength < maxWaiting;
    },
    end: () => void raw.end(),
  };
}
