import type { Selectable } from 'kysely';
import type { Database } from '@/server/core/context';
import type { DB } from '@/server/core/db/types';

export type StoredReceipt = Selectable<DB['receipts']>;

export const findReceipt = (db: Database, id: number): Promise<StoredReceipt | undefined> =>
  db.selectFrom('receipts').selectAll().where('id', '=', id).executeTakeFirst();
