import { sql } from 'kysely';
import type { Database } from '../context';
import { lockTables, whenUnlocked } from '../db/table-locks';

/**
 * Journals are partitioned by month (UTC). The partitions leave no gap and have no end on either side, so there is one
 * for every row: the first takes whatever is earlier, the last, which is normally empty, whatever comes later.
 */
export interface Partition {
  table: string;
  /** Column with the time of a row. */
  at: string;
  name: string;
  /** Null: it has no beginning. */
  from: Date | null;
  /** The first moment of the next partition. Null: it has no end. */
  to: Date | null;
}

/** Whole months after the current one that have a partition of their own. */
const monthsAhead = 2;
/** How long a change of partitions tries to get its locks; the job does it again later. */
const patienceMs = 60_000;

const startOfMonth = (moment: Date, later = 0): Date =>
  new Date(Date.UTC(moment.getUTCFullYear(), moment.getUTCMonth() + later));

/** Partitions that may hold more than a month: the first one, and those of a time in which the job did not run. */
export const isLong = ({ from, to }: Partition): boolean =>
  from === null || to === null || startOfMonth(from, 1) < to;

/** Partitions of a table, or of all tables that are partitioned by a time, oldest first. */
export async function listPartitions(db: Database, table?: string): Promise<Partition[]> {
  const { rows } = await sql<Partition>`
    select p.relname::text as "table", a.attname::text as at, c.relname::text as name,
      substring(bounds.text from $$FROM [(]'([^']+)$$)::timestamptz as "from",
      substring(bounds.text from $$TO [(]'([^']+)$$)::timestamptz as "to"
    from pg_partitioned_table t join pg_class p on p.oid = t.partrelid
      join pg_attribute a on a.attrelid = p.oid and a.attnum = t.partattrs[0]
      join pg_inherits i on i.inhparent = p.oid join pg_class c on c.oid = i.inhrelid
      cross join lateral (select pg_get_expr(c.relpartbound, c.oid) as text) bounds
    where p.relnamespace = 'public'::regnamespace and a.atttypid = 'timestamptz'::regtype
      and p.relname = coalesce(${table ?? null}, p.relname)
    order by p.relname, "from" nulls first`.execute(db);
  return rows;
}

/** Makes the coming months of each journal where some are missing. Rows stay where they are. */
export async function makePartitions(db: Database, now: Date): Promise<void> {
  const enough = startOfMonth(now, monthsAhead + 1);
  for (const { table, name, from, to } of await listPartitions(db)) {
    if (to !== null || (from !== null && from >= enough)) continue;
    const make = async () => {
      // Normally it has no rows: detaching one that has some holds up readers of other tables, too.
      const { rows } = await sql`select 1 from ${sql.table(name)} limit 1`.execute(db);
      await unlimited(db, async (trx) => {
        await lockPartitions(trx, table, [name], rows.length > 0);
        await sql`select make_months(${table}::regclass, ${now}, ${monthsAhead})`.execute(trx);
      });
    };
    await whenUnlocked(make, patienceMs);
  }
}

/** Foreign keys lock the tables that they refer to: against writes, or when a partition is detached also against reads. */
async function lockPartitions(
  trx: Database,
  table: string,
  names: readonly string[],
  isDetached = false,
): Promise<void> {
  const { rows } = await sql<{
    name: string;
  }>`select distinct confrelid::regclass::text as name from pg_constraint
    where conrelid = ${table}::regclass and contype = 'f' order by 1`.execute(trx);
  const referenced = rows.map(({ name }) => name);
  if (isDetached) await lockTables(trx, [...referenced, table, ...names]);
  else await lockTables(trx, [table, ...names], referenced);
}

/**
 * Drops the partition whose rows are archived, and those before it, which must be empty; the first partition then ends
 * where the next one begins. Nothing happens, and it returns false, when the partition has other rows than were written.
 */
export async function dropArchived(db: Database, partition: Partition, written: RowExtent): Promise<boolean> {
  const { table, name, to } = partition;
  if (to === null) return false;
  const drop = async (trx: Database) => {
    const old = (await listPartitions(trx, table)).filter((one) => one.to !== null && one.to <= to);
    // Nobody may add rows to them any more; the rest of the journal is in use while they are counted.
    await sql`set local lock_timeout = '4s'`.execute(trx);
    for (const one of old) {
      await sql`lock table ${sql.table(one.name)} in share mode`.execute(trx);
      const expected = one.name === name ? written : nothing;
      const found = await countRows(trx, one);
      if (found.count !== expected.count || found.last !== expected.last) return false;
    }
    await lockPartitions(
      trx,
      table,
      old.map((one) => one.name),
    );
    for (const one of old) await sql`drop table ${sql.table(one.name)}`.execute(trx);
    // Bounds take no parameters.
    await sql`create table ${sql.table(`${table}_earlier`)} partition of ${sql.table(table)}
      for values from (minvalue) to (${sql.lit(to.toISOString())})`.execute(trx);
    return true;
  };
  return whenUnlocked(() => unlimited(db, drop), patienceMs);
}

/** How many rows, and the highest id: a row that is added has a higher one. */
export interface RowExtent {
  count: number;
  last: number;
}

export const nothing: RowExtent = { count: 0, last: 0 };

async function countRows(db: Database, { name }: Partition): Promise<RowExtent> {
  const { rows } = await sql<RowExtent>`select count(*)::int as count, coalesce(max(id), 0) as last
    from ${sql.table(name)}`.execute(db);
  return rows[0] ?? nothing;
}

/** A transaction that may take longer than a request. */
async function unlimited<Result>(db: Database, run: (trx: Database) => Promise<Result>): Promise<Result> {
  return db.transaction().execute(async (trx) => {
    await sql`set local statement_timeout = 0`.execute(trx);
    return run(trx);
  });
}
