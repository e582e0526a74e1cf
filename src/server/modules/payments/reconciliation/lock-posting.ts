import { sql } from 'kysely';
import type { Ctx } from '@/server/core/context';

/** Before any row: whatever gives lines of the bank their meaning comes one after the other, files and people. */
export async function lockPosting({ db }: Pick<Ctx, 'db'>): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('reconciliation'))`.execute(db);
}
