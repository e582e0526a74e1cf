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

const monthOf = (moment: Date): Date => new Date(Date.UTC(moment.getUTCFullYear(), moment.getUTCMonth()));
const plusMonths = (month: Date, count: number): Date =>
  new Date(Date.UTC(month.getUTCFullYear(), month.getUTCMonth() + count));

/** Partitions that may hold more than a month: the first one, and those of a time in which the job did not run. */
export const isLong = ({ from, to }: Partition): boolean =>
  from === null || to === null || plusMonths(from, 1) < to;

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

/**
 * Closes the last partition of each journal at the end of a month, and begins the next one, until the coming months have
 * partitions. Rows stay where they are.
 */
export async function makePartitions(db: Database, now: Date): Promise<void> {
  const enough = plusMonths(monthOf(now), monthsAhead + 1);
  for (const first of (await listPartitions(db)).filter(({ to }) => to === null)) {
    let last = first;
    while (last.from === null || last.from < enough) last = await closeLast(db, last, now);
  }
}

/** Returns the last partition there is then. */
async function closeLast(db: Database, last: Partition, now: Date): Promise<Partition> {
  const newest = await newestOf(db, last);
  const month = last.from ? plusMonths(last.from, 1) : monthOf(now);
  if (newest === null) return whenUnlocked(() => splitEmpty(db, last, month), patienceMs);
  // A month from now at least: rows after the end are refused until the next partition exists.
  const soonest = plusMonths(monthOf(newest > now ? newest : now), 2);
  const to = new Date(Math.max(month.getTime(), soonest.getTime()));
  try {
    await whenUnlocked(() => boundRows(db, last, to), patienceMs);
    await unlimited(db, (trx) =>
      sql`alter table ${sql.table(last.name)} validate constraint ${bound}`.execute(trx),
    );
    return await whenUnlocked(() => splitFilled(db, last, to), patienceMs);
  } catch (error) {
    // Otherwise rows after the end would be refused one day. Where this fails, too, the next run begins with it.
    await whenUnlocked(() => boundRows(db, last, null), patienceMs).catch(() => {});
    throw error;
  }
}

/** The time of the newest row; null in an empty partition. */
async function newestOf(db: Database, { name, at }: Partition): Promise<Date | null> {
  return unlimited(db, async (trx) => {
    const { rows } = await sql<{
      at: Date | null;
    }>`select max(${sql.ref(at)}) as at from ${sql.table(name)}`.execute(trx);
    return rows[0]?.at ?? null;
  });
}

const bound = sql.id('within_partition');

/** Sets or removes a check that, once validated, spares attaching the partition a look at its rows under lock. */
async function boundRows(db: Database, { name, at, from }: Partition, to: Date | null): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await lockTables(trx, [name]);
    await sql`alter table ${sql.table(name)} drop constraint if exists ${bound}`.execute(trx);
    if (to === null) return;
    const begins = from ? sql`${sql.ref(at)} >= ${moment(from)} and` : sql``;
    await sql`alter table ${sql.table(name)} add constraint ${bound}
      check (${begins} ${sql.ref(at)} < ${moment(to)}) not valid`.execute(trx);
  });
}

/** Replaces the last partition by two while it is empty: detaching one would also hold up readers of other tables. */
async function splitEmpty(db: Database, last: Partition, to: Date): Promise<Partition> {
  return onLast(db, last, false, async (trx) => {
    const { rows } = await sql`select 1 from ${sql.table(last.name)} limit 1`.execute(trx);
    if (rows.length > 0) return last;
    await sql`drop table ${sql.table(last.name)}`.execute(trx);
    await addPartition(trx, { ...last, to });
    return addPartition(trx, nextOf(last, to));
  });
}

async function splitFilled(db: Database, last: Partition, to: Date): Promise<Partition> {
  return onLast(db, last, true, async (trx) => {
    const [table, name] = [sql.table(last.table), sql.table(last.name)];
    await sql`alter table ${table} detach partition ${name}`.execute(trx);
    await sql`alter table ${table} attach partition ${name} ${valuesOf({ ...last, to })}`.execute(trx);
    await sql`alter table ${name} drop constraint if exists ${bound}`.execute(trx);
    return addPartition(trx, nextOf(last, to));
  });
}

/** Changes the last partition under lock, unless another process was faster: then it returns the last one there is. */
async function onLast(
  db: Database,
  last: Partition,
  isDetached: boolean,
  run: (trx: Database) => Promise<Partition>,
): Promise<Partition> {
  return db.transaction().execute(async (trx) => {
    await lockPartitions(trx, last.table, [last.name], isDetached);
    const found = (await listPartitions(trx, last.table)).at(-1);
    return found && found.name !== last.name ? found : run(trx);
  });
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

const nextOf = ({ table, at }: Partition, from: Date): Partition => {
  const name = `${table}_${from.toISOString().slice(0, 7).replace('-', '_')}`;
  return { table, at, name, from, to: null };
};

async function addPartition(trx: Database, partition: Partition): Promise<Partition> {
  await sql`create table ${sql.table(partition.name)} partition of ${sql.table(partition.table)}
    ${valuesOf(partition)}`.execute(trx);
  return partition;
}

/** Bounds take no parameters. */
const valuesOf = ({ from, to }: Partition) =>
  sql`for values from (${from ? moment(from) : sql`minvalue`}) to (${to ? moment(to) : sql`maxvalue`})`;

const moment = (date: Date) => sql.lit(date.toISOString());

/**
 * Drops the partition whose rows are archived, and those before it, which must be empty; the first partition then ends
 * where the next one begins. Nothing happens, and it returns false, when the partition has other rows than were written.
 */
export async function dropArchived(db: Database, partition: Partition, written: RowExtent): Promise<boolean> {
  const { table, name, to } = partition;
  const drop = async (trx: Database) => {
    const old = (await listPartitions(trx, table)).filter(
      (one) => to !== null && one.to !== null && one.to <= to,
    );
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
    await addPartition(trx, { ...partition, name: `${table}_earlier`, from: null });
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
