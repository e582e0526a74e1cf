import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newDatabase } from '@tests/support/processes/program';
import { sql } from 'kysely';
import { afterAll, describe, expect, it } from 'vitest';
import type { Database } from '@/server/core/context';
import { openServer } from '@/server/core/db/client';
import { lastFolded } from '@/server/core/db/fold';
import { openInProcess } from '@/server/core/db/in-process';
import { knownMigrations, migrate } from '@/server/core/db/migrate';

/** Databases of before the fold, made from the baseline: the former names, and triggers that are gone by now. */
const address = process.env.TEST_DATABASE_URL;

const former = `
  drop function set_audit_shop() cascade;
  create function audit_log_knows_shop() returns trigger language plpgsql as $$ begin return new; end $$;
  create trigger audit_log_shop before insert on audit_log for each row execute function audit_log_knows_shop();
  create function notify_jobs() returns trigger language plpgsql as $$ begin return null; end $$;
  create trigger jobs_notify after insert on jobs for each statement execute function notify_jobs();
  create function ledger_days_anew() returns void language sql as '';
  create function ledger_days_of_all() returns void language sql as '';
  create function order_days_of_all() returns void language sql as '';
  drop function rebuild_order_days(), rebuild_ledger_days();
  alter table category_counts rename to category_shelves;
  alter index category_counts_pair rename to category_shelves_pair;
  alter index category_counts_shop rename to category_shelves_shop;
  alter index category_counts_added rename to category_shelves_added;
  alter index category_counts_products rename to category_shelves_products;
  alter index category_counts_sold rename to category_shelves_sold;
  alter table dismissed_first_steps rename to first_steps_put_away;
  alter index dismissed_first_steps_pkey rename to first_steps_put_away_pkey;
  alter table first_steps_put_away
    rename constraint dismissed_first_steps_user_id_fkey to first_steps_put_away_user_id_fkey;
  alter table ledger_lines alter column day set default '-infinity', alter column kind set default '';
  insert into users (id, name, email, password_hash, permissions) values (1, 'Анна', 'anna@shop.test', '', '{}');
  insert into first_steps_put_away (user_id, at) values (1, '2026-03-10');`;

const addMigration = (db: Database, name: string) =>
  sql`insert into kysely_migration (name, timestamp) values (${name}, '')`.execute(db);

/** Migrations since the fold. */
const later = () => knownMigrations().filter((name) => name > lastFolded);

async function unfold(db: Database, last: string): Promise<void> {
  for (const statement of former.split(/;\n/)) await sql.raw(statement).execute(db);
  for (const name of ['0013_core_jobs', last]) await addMigration(db, name);
}

/** Everything that the baseline makes. */
async function schemaOf(db: Database): Promise<unknown[]> {
  const { rows } = await sql`
    select 'column' as what, table_name::text as name, column_name || data_type || is_nullable as text,
      column_default as more from information_schema.columns where table_schema = 'public'
    union all select 'index', indexname, indexdef, null from pg_indexes where schemaname = 'public'
    union all select 'constraint', conname, conrelid::regclass::text, pg_get_constraintdef(oid)
      from pg_constraint where connamespace = 'public'::regnamespace
    union all select 'trigger', tgname, tgrelid::regclass::text, pg_get_triggerdef(oid)
      from pg_trigger where not tgisinternal
    union all select 'function', proname, prosrc, proconfig::text
      from pg_proc where pronamespace = 'public'::regnamespace
    order by 1, 2, 3, 4`.execute(db);
  return rows;
}

async function expectFolded(db: Database, schema: unknown[]): Promise<void> {
  expect(await schemaOf(db)).toEqual(schema);
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by 1`.execute(db);
  expect(rows.map(({ name }) => name)).toEqual(knownMigrations());
  expect(await db.selectFrom('dismissed_first_steps').select('user_id').execute()).toEqual([{ user_id: 1 }]);
  expect(await migrate(db)).toEqual([]);
}

describe('a data folder of before the fold', () => {
  const folder = mkdtempSync(join(tmpdir(), 'gostiny-fold-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  it('is left as it is while it lacks the last migration, then brought to the baseline with its rows', async () => {
    const whole = await openInProcess();
    await migrate(whole.db);
    const schema = await schemaOf(whole.db);
    await whole.db.destroy();
    const made = await openInProcess({ dataDir: folder });
    await migrate(made.db, lastFolded);
    await unfold(made.db, '0028_orders_phones');
    const before = await schemaOf(made.db);
    expect(before).not.toEqual(schema);

    await expect(migrate(made.db)).rejects.toThrow(
      /last migration is 0028_orders_phones.*start the version that ends with 0036_orders_till_refunds.*empty DATA_DIR/,
    );
    expect(await schemaOf(made.db)).toEqual(before);
    await addMigration(made.db, lastFolded);
    await made.db.destroy();

    const { db } = await openInProcess({ dataDir: folder });
    expect(await migrate(db)).toEqual(['baseline', ...later()]);
    await expectFolded(db, schema);
    await db.destroy();
  });
});

it.skipIf(!address)(
  'a server of before the fold is brought to the baseline by one of three processes',
  async () => {
    const whole = await newDatabase(String(address));
    const schema = await schemaOf(whole.db);
    await whole.drop();
    const { db, url, drop } = await newDatabase(String(address), lastFolded);
    await unfold(db, lastFolded);
    const processes = [1, 2, 3].map(() => openServer(url, 1));

    const done = await Promise.all(processes.map((each) => migrate(each.db)));

    expect(done.flat().sort()).toEqual([...later(), 'baseline'].sort());
    await expectFolded(db, schema);
    for (const each of processes) await each.close();
    await drop();
  },
);
