import type { FastifyInstance } from 'fastify';
import { cleanUp } from '../services/housekeeping';
import type { Deps } from './handle';

const everyMs = 10 * 60_000;

/** Deletes every ten minutes what is over. Replicas may do it together: each deletes what the other has left. */
export function keepClean(app: FastifyInstance, { db, now }: Pick<Deps, 'db' | 'now'>): void {
  const timer = setInterval(() => {
    cleanUp(db, now()).catch((error: unknown) => app.log.error({ err: error }, 'housekeeping'));
  }, everyMs);
  timer.unref();
  app.addHook('onClose', async () => clearInterval(timer));
}
