import type { FastifyInstance } from 'fastify';

/** How long the rest of a rejected request is read, for clients that read the answer only after sending all of it. */
const maxDrainMs = 1000;

/**
 * Reads and drops the rest of a body whose request was answered before its end, and closes the connection of a client that
 * takes longer. Otherwise an unread body would hold its connection until the keep-alive timeout.
 */
export function drainAnsweredRequests(app: FastifyInstance): void {
  app.addHook('onResponse', async ({ raw }) => {
    // Undefined in requests that tests inject.
    if (raw.complete !== false || raw.destroyed) return;
    const timer = setTimeout(() => raw.destroy(), maxDrainMs);
    raw.once('end', () => clearTimeout(timer)).once('close', () => clearTimeout(timer));
    raw.unpipe();
    raw.resume();
  });
}
