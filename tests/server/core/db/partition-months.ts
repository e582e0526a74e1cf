import { sql } from 'kysely';
import type { Database } from '@/server/core/context';
import { listPartitions } from '@/server/core/scale/partitions';

/** Partitions as text: their beginnings and ends. */
export async function monthsOf(db: Database, table: string): Promise<string[]> {
  const text = (moment: Date | null) => moment?.toISOString().slice(0, 7) ?? '…';
  return (await listPartitions(db, table)).map(({ from, to }) => `${text(from)} ${text(to)}`);
}

/** Both journals empty, with one partition for all rows, as a former release began. */
export async function unmakePartitions(db: Database): Promise<void> {
  for (const { table, name } of await listPartitions(db)) {
    await sql`alter table ${sql.table(table)} detach partition ${sql.table(name)}`.execute(db);
    await sql`drop table ${sql.table(name)}`.execute(db);
  }
  for (const table of ['audit_log', 'stock_movements'])
    await sql`create table ${sql.table(`${table}_earlier`)} partition of ${sql.table(table)}
      for values from (minvalue) to (maxvalue)`.execute(db);
}
