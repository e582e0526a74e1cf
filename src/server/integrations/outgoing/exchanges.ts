import type { RequestDeps } from '@/server/core/deps';
import type { Exchange } from './call';

/**
 * Writes the journal of exchanges with services that move money. Not in the caller's transaction, so a rollback keeps it;
 * `cleanup` deletes rows after 90 days.
 */
export function openExchanges({ db, now }: Pick<RequestDeps, 'db' | 'now'>) {
  return async (exchange: Exchange): Promise<void> => {
    await db
      .insertInto('exchanges')
      .values({ ...exchange, created_at: now() })
      .execute();
  };
}
