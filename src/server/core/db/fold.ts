import { sql } from 'kysely';
import type { Database } from '../context';
import { whenUnlocked } from './table-locks';

/**
 * The migrations up to this one were folded into the baseline, so later ones have a higher number. A database that has
 * applied all of them has the same tables as the baseline makes; an older one is refused.
 */
export const lastFolded = '0096_first_day_chargebacks';

/** The last version that still has the folded migrations ends with this one. */
const lastBefore = '0215_goods_of_nothing_returned';

const patienceMs = 60_000;

/** Whether a database that has migrations lacks some of the baseline's own. */
export const isBeforeFold = (applied: readonly string[], baseline: readonly string[]): boolean =>
  applied.length > 0 && baseline.some((name) => !applied.includes(name));

/**
 * Replaces the entries of the folded migrations by those of the baseline. False: another process has done it. Throws when
 * the database lacks one of the folded migrations.
 */
export async function foldMigrations(db: Database, baseline: readonly string[]): Promise<boolean> {
  const run = async (trx: Database) => {
    await sql`set local lock_timeout = '4s'`.execute(trx);
    await sql`lock table kysely_migration in exclusive mode`.execute(trx);
    const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(
      trx,
    );
    const applied = rows.map(({ name }) => name);
    if (!isBeforeFold(applied, baseline)) return false;
    assertComplete(applied);
    // Kysely orders by time, then by name: the new entries follow the others of the baseline.
    await sql`insert into kysely_migration (name, timestamp)
      select name, (select max(timestamp) from kysely_migration where name = any(${baseline}::text[]))
      from unnest(${baseline}::text[]) name on conflict do nothing`.execute(trx);
    await sql`delete from kysely_migration
      where name <= ${lastFolded} and name <> all(${baseline}::text[])`.execute(trx);
    return true;
  };
  return whenUnlocked(() => db.transaction().execute(run), patienceMs);
}

/** Migrations are applied in order, so the last one stands for all. */
function assertComplete(applied: readonly string[]): void {
  if (applied.includes(lastFolded)) return;
  throw new Error(
    `This database is of an older version, whose last migration is ${applied.at(-1)}, and cannot be upgraded by this one: ` +
      `start the version that ends with ${lastBefore} on it once, or begin with an empty DATA_DIR or database.`,
  );
}
