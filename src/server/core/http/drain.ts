import type { FastifyInstance } from 'fastify';

/** How long the rest of a refused request is read, so that a client which sends all of it first can read its answer. */
const maxDrainMs = 1000;

/**
 * Reads and drops the rest of a body whose request was answered before its end, and closes the connection of a client that
 * takes longer. Left alone, a body that nobody reads any more holds its connection until the keep-alive time is over.
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
