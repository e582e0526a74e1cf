import type { FastifyInstance, FastifyReply } from 'fastify';
import * as actions from '@/contract/core/actions';
import type { DatabaseDeps, RequestDeps } from '@/server/core/deps';
import { createLiveFeed } from '@/server/core/live/feed';
import { isId } from '@/server/core/numbers';
import { router } from './route';

/** Unsent bytes after which a slow reader is disconnected; it reconnects and resumes. */
const maxWaiting = 256 * 1024;

/**
 * `GET live`: server-sent events for the caller, resumed from the header `Last-Event-ID`. The stream ends with the
 * session.
 */
export function liveRoutes(app: FastifyInstance, deps: RequestDeps & DatabaseDeps): void {
  const api = router(app, deps);
  const feed = createLiveFeed(deps);
  app.addHook('preClose', () => feed.close());
  api.on(actions.openLive, async ({ user }, { request, reply }) => {
    const leave = await feed.join(user, placeOf(request.headers['last-event-id']), outletOf(reply));
    reply.raw.on('close', leave);
    if (reply.raw.destroyed) leave();
    return reply;
  });
}

function placeOf(header: unknown): number | undefined {
  return typeof header === 'string' && isId(header) ? Number(header) : undefined;
}

/** Sends no header before the first event, so that a refusal is an ordinary error response. */
function outletOf(reply: FastifyReply) {
  const { raw } = reply;
  const begin = () => {
    reply.hijack();
    for (const [name, value] of Object.entries(reply.getHeaders()))
      if (value !== undefined) raw.setHeader(name, value);
    raw.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      // Proxies must not buffer.
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
