import { sql } from 'kysely';
import type { OutsideServiceName, ServiceFailure } from '@/contract/settings/outside';
import type { Database } from '@/server/core/context';
import { ServiceError } from './service-error';

/** Records successes and failures of external services. Never throws and never blocks. */
export interface ServiceWatch {
  succeeded: (name: OutsideServiceName) => void;
  failed: (name: OutsideServiceName, failure: ServiceFailure) => void;
}

/** A client whose outcomes are recorded, from the database by default. */
export interface WatchDeps {
  watch?: ServiceWatch | undefined;
}

/** Minimum interval between two writes of the same state. */
const everyMs = 30_000;

/**
 * Stores the last success and failure of each service in the database, for all processes. Written in the background and
 * outside the caller's transaction, so that a rollback keeps it.
 */
export function openWatch({ db, now }: { db: Database; now: () => Date }): ServiceWatch {
  const written = new Map<string, number>();
  const isDue = (key: string) => {
    const time = now().getTime();
    if (Math.abs(time - (written.get(key) ?? Number.NEGATIVE_INFINITY)) < everyMs) return false;
    written.set(key, time);
    return true;
  };
  return {
    succeeded(name) {
      if (!isDue(name)) return;
      void sql`insert into outside_services (name, succeeded_at) values (${name}, ${now()})
        on conflict (name) do update set succeeded_at = excluded.succeeded_at`
        .execute(db)
        .catch(() => written.delete(name));
    },
    failed(name, failure) {
      const key = `${name} ${failure}`;
      if (!isDue(key)) return;
      // Writes the next success immediately: administrators wait for the recovery.
      written.delete(name);
      void sql`insert into outside_services (name, failed_at, failure) values (${name}, ${now()}, ${failure})
        on conflict (name) do update set failed_at = excluded.failed_at, failure = excluded.failure`
        .execute(db)
        .catch(() => written.delete(key));
    },
  };
}

/** Wraps a request to a service and records its outcome. */
export function watchCalls<Args extends unknown[], Answer>(
  watch: ServiceWatch | undefined,
  name: OutsideServiceName,
  ask: (...args: Args) => Promise<Answer>,
): (...args: Args) => Promise<Answer> {
  if (!watch) return ask;
  return async (...args) => {
    try {
      const answer = await ask(...args);
      watch.succeeded(name);
      return answer;
    } catch (error) {
      watch.failed(name, ServiceError.of(error).failure);
      throw error;
    }
  };
}
