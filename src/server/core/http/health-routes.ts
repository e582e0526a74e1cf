import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Deps } from '@/server/core/deps';
import { AppError } from '@/server/core/errors';
import { inTime } from '@/server/integrations/in-time';

/** A database that takes longer counts as not ready. */
const patienceMs = 3000;

/**
 * `GET health` is readiness: 503 while the database does not answer or the process stops. `GET health/live` is
 * liveness: the process answers, so a restart would not help.
 */
export function healthRoutes(
  app: FastifyInstance,
  { db, databaseKind, version }: Pick<Deps, 'db' | 'databaseKind' | 'version'>,
): void {
  app.get('/health', async () => {
    await inTime(sql`select 1`.execute(db), patienceMs, () => new AppError('UNAVAILABLE'));
    return { status: 'ok', database: databaseKind, version };
  });
  app.get('/health/live', async () => ({ status: 'ok', version }));
}
