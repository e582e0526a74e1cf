import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Deps } from '@/server/core/deps';
import { AppError } from '@/server/core/errors';

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
    await inTime(sql`select 1`.execute(db));
    return { status: 'ok', database: databaseKind, version };
  });
  app.get('/health/live', async () => ({ status: 'ok', version }));
}

async function inTime(answer: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new AppError('UNAVAILABLE')), patienceMs);
  });
  // A late failure would be an unhandled rejection.
  answer.catch(() => {});
  await Promise.race([answer, late]).finally(() => clearTimeout(timer));
}
