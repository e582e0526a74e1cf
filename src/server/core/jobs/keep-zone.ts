import type { FastifyInstance } from 'fastify';
import type { Deps } from '@/server/core/http/route';
import { settingsOptions } from '@/server/core/settings';

const everyMs = 60_000;

/** Reads the time zone of the business at the start, and every minute: another process may have been told of another one. */
export function keepZone(app: FastifyInstance, { db }: Pick<Deps, 'db'>): void {
  const read = () =>
    settingsOptions({ db }).then(
      () => undefined,
      (error: unknown) => app.log.error({ err: error }, 'time zone'),
    );
  const timer = setInterval(read, everyMs);
  timer.unref();
  app.addHook('onReady', read);
  app.addHook('onClose', async () => clearInterval(timer));
}
