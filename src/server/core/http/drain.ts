import type { FastifyInstance } from 'fastify';

/**
 * How long the rest of a rejected request is read, for clients that read the response only after sending everything.
 */
const maxDrainMs = 1000;

/**
 * Reads and drops the rest of a body that was answered before its end, and closes the connection of a slower client.
 * Otherwise an unread body would hold its connection until the keep-alive timeout.
 */
export function drainAnsweredRequests(app: FastifyInstance): void {
  app.addHook('onResponse', async ({ raw }) => {
    // Undefined in requests injected by tests.
    if (raw.complete !== false || raw.destroyed) return;
    const timer = setTimeout(() => raw.destroy(), maxDrainMs);
    raw.once('end', () => clearTimeout(timer)).once('close', () => clearTimeout(timer));
    raw.unpipe();
    raw.resume();
  });
}
