import { sql } from 'kysely';
import type { Ctx } from '@/server/core/context';

/** After the commit the queue of the registers looks at once. */
export async function wakeQueue({ db }: Pick<Ctx, 'db'>): Promise<void> {
  await sql`select pg_notify('gostiny_receipts', '')`.execute(db);
}
