import { CompiledQuery, sql } from 'kysely';
import type { Database } from '../context';
import { whenUnlocked } from './table-locks';

/**
 * The migrations up to this one were folded into the baseline, so later ones have a higher number. A database that has
 * applied all of them is brought to the baseline, an older one is refused.
 */
export const lastFolded = '0036_orders_till_refunds';

const patienceMs = 60_000;

/** Names that differ in the baseline. All triggers and their functions go: the baseline's are created afterwards. */
const changes = `
do $$
declare
  written regprocedure;
begin
  for written in select oid from pg_proc where pronamespace = 'public'::regnamespace and prorettype = 'trigger'::regtype
  loop
    execute format('drop function %s cascade', written);
  end loop;
end $$;
drop function ledger_days_anew(), ledger_days_of_all(), order_days_of_all();
alter table category_shelves rename to category_counts;
alter index category_shelves_pair rename to category_counts_pair;
alter index category_shelves_shop rename to category_counts_shop;
alter index category_shelves_added rename to category_counts_added;
alter index category_shelves_products rename to category_counts_products;
alter index category_shelves_sold rename to category_counts_sold;
alter table first_steps_put_away rename to dismissed_first_steps;
alter index first_steps_put_away_pkey rename to dismissed_first_steps_pkey;
alter table dismissed_first_steps
  rename constraint first_steps_put_away_user_id_fkey to dismissed_first_steps_user_id_fkey;
alter table ledger_lines alter column day drop default, alter column kind drop default;`;

/** Whether a database that has migrations has none of the baseline's own: this table has another name before. */
export async function isBeforeFold(db: Database): Promise<boolean> {
  const { rows } = await sql<{ isMissing: boolean }>`
    select to_regclass('dismissed_first_steps') is null as "isMissing"`.execute(db);
  return rows[0]?.isMissing === true;
}

/**
 * Brings a database of before the fold to the baseline, of which `statements` are those of all files, all or nothing.
 * Rows stay where they are. False: another process has done it. Throws when it lacks one of the folded migrations.
 */
export async function foldMigrations(db: Database, statements: readonly string[]): Promise<boolean> {
  const again = statements
    .filter((one) => /^(create (constraint )?trigger|create function|do)\b/.test(one))
    .map((one) => one.replace(/^create function/, 'create or replace function'));
  const run = async (trx: Database) => {
    await sql`set local lock_timeout = '4s'`.execute(trx);
    await sql`lock table kysely_migration in exclusive mode`.execute(trx);
    if (!(await isBeforeFold(trx))) return false;
    await assertComplete(trx);
    for (const text of [changes, ...again]) await trx.executeQuery(CompiledQuery.raw(text));
    await sql`delete from kysely_migration where name > '0013'`.execute(trx);
    return true;
  };
  return whenUnlocked(() => db.transaction().execute(run), patienceMs);
}

async function assertComplete(db: Database): Promise<void> {
  const { rows } = await sql<{ last: string }>`select max(name) as last from kysely_migration`.execute(db);
  const last = rows[0]?.last;
  if (last === lastFolded) return;
  throw new Error(
    `This database is of an older version, whose last migration is ${last}, and cannot be upgraded by this one: ` +
      `start the version that ends with ${lastFolded} on it once, or begin with an empty DATA_DIR or database.`,
  );
}
