import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { CompiledQuery, sql } from 'kysely';
import { type Migration, type MigrationResult, Migrator } from 'kysely/migration';
import type { Database } from '../context';
import { foldMigrations, isBeforeFold, lastFolded } from './fold';
import { hasSqlState } from './sql-state';
import { isLocked, whenUnlocked } from './table-locks';

/** The migrations of this release; tests pass others. */
const ours = join(process.cwd(), 'src/server/core/db/migrations');

/** How long a migration waits for a lock: queries queued behind it on the table wait as long. */
const lockMs = 4000;
const maxTries = 30;
const pauseMs = 1000;
/** How long a file without a transaction keeps trying, as long as the others. */
const patienceMs = maxTries * (lockMs + pauseMs);
/** Advisory lock held while a migration runs without a transaction. */
const onlineLock = 7_310_578;

/**
 * Applies the SQL files that the database has not applied yet, in order, each in a transaction; up to and including
 * `upTo` when it is given. Files that begin with `-- online` run statement by statement without one, because
 * `concurrently` demands it; in a new database all files run in one transaction. A database of before the fold is
 * brought to the baseline first. Throws on the first failure, and on a database too old for that.
 */
export async function migrate(db: Database, upTo?: string, folder = ours): Promise<string[]> {
  const known = knownMigrations(folder);
  const names = known.filter((name) => upTo === undefined || name <= upTo);
  const done: string[] = [];
  let applied = await appliedMigrations(db);
  const baseline = known.filter((name) => name <= lastFolded);
  if (isBeforeFold(applied, baseline)) {
    if (await foldMigrations(db, baseline)) done.push('baseline');
    applied = await appliedMigrations(db);
  }
  const pending = names.filter((name) => !applied.includes(name));
  const last = names.at(-1);
  if (pending.length === 0 || last === undefined) return done;
  if (applied.length === 0) return migrateTo(db, folder, last, true);
  for (const name of pending) {
    const isAlone = isOnline(textOf(folder, name));
    done.push(...(await (isAlone ? runOnline(db, folder, name) : migrateTo(db, folder, name, false))));
  }
  return done;
}

/** Runs the files up to a name in a transaction; retries when a table stayed locked for too long. */
async function migrateTo(db: Database, folder: string, name: string, isNew: boolean): Promise<string[]> {
  const migrations = Object.fromEntries(
    knownMigrations(folder).map((one) => [one, migrationOf(folder, one, isNew)]),
  );
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  for (let tries = 1; ; tries += 1) {
    const { error, results } = await migrator.migrateTo(name);
    // When another process has migrated further meanwhile, Kysely lists those as downward steps that never ran.
    const isDone = ({ direction, status }: MigrationResult) => direction === 'Up' && status === 'Success';
    if (!error) return (results ?? []).filter(isDone).map((result) => result.migrationName);
    // Kysely looks for its tables among all columns before it takes its lock: another process has just dropped one of them.
    const isReadDuringChange = !results && hasSqlState(error, '42703', '42P01');
    if (!(isLocked(error) || isReadDuringChange) || tries === maxTries) {
      const failed = results?.find((result) => result.status === 'Error');
      throw new Error(`Migration ${failed?.migrationName ?? ''} failed`, { cause: error });
    }
    await pause(pauseMs);
  }
}

function migrationOf(folder: string, name: string, isNew: boolean): Migration {
  return {
    async up(db) {
      // A new database has no other users, so `concurrently` would gain nothing.
      const text = isNew ? textOf(folder, name).replace(/\bconcurrently\b/gi, '') : textOf(folder, name);
      if (!isNew) await sql`set local lock_timeout = ${sql.lit(lockMs)}`.execute(db);
      await db.executeQuery(CompiledQuery.raw(text));
    },
  };
}

/** One process at a time. The others poll for the lock: `concurrently` would wait for a query that is blocked on it. */
async function runOnline(db: Database, folder: string, name: string): Promise<string[]> {
  return db.connection().execute(async (one) => {
    const mayRun = async () => {
      const { rows } = await sql<{
        is_mine: boolean;
      }>`select pg_try_advisory_lock(${onlineLock}) as is_mine`.execute(one);
      return rows[0]?.is_mine === true;
    };
    while (!(await mayRun())) await pause(pauseMs);
    try {
      if ((await appliedMigrations(one)).includes(name)) return [];
      await runStatements(one, name, splitStatements(textOf(folder, name)));
      return [name];
    } catch (error) {
      throw new Error(`Migration ${name} failed`, { cause: error });
    } finally {
      await sql`select pg_advisory_unlock(${onlineLock})`.execute(one);
    }
  });
}

/** The last statement commits together with the entry of the migration: it alone need not be safe to run twice. */
async function runStatements(one: Database, name: string, statements: readonly string[]): Promise<void> {
  const last = statements.at(-1) ?? '';
  // What ends transactions itself cannot be in one.
  const isAlone = /\b(?:concurrently|commit)\b/i.test(last);
  for (const statement of isAlone ? statements : statements.slice(0, -1))
    await whenUnlocked(() => one.executeQuery(CompiledQuery.raw(statement)), patienceMs);
  await whenUnlocked(
    () =>
      one.transaction().execute(async (trx) => {
        if (!isAlone) await trx.executeQuery(CompiledQuery.raw(last));
        await sql`insert into kysely_migration (name, timestamp) values (${name}, ${new Date().toISOString()})`.execute(
          trx,
        );
      }),
    patienceMs,
  );
}

export const isOnline = (text: string): boolean => text.startsWith('-- online');

/** A line that ends with a semicolon ends a statement, except within dollar quotes. */
export function splitStatements(text: string): string[] {
  const statements: string[] = [];
  let [statement, quote] = ['', ''];
  for (const line of text.split('\n')) {
    if (quote === '' && /^\s*--/.test(line)) continue;
    statement += `${line}\n`;
    for (const [found] of line.matchAll(/\$\w*\$/g)) {
      if (quote === '') quote = found;
      else if (quote === found) quote = '';
    }
    if (quote !== '' || !/;\s*$/.test(line)) continue;
    statements.push(statement);
    statement = '';
  }
  return [...statements, statement].map((one) => one.trim().replace(/;$/, '')).filter(Boolean);
}

/** Names of all migrations, in order. */
export function knownMigrations(folder = ours): string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .map((name) => name.replace(/\.sql$/, ''))
    .sort();
}

const textOf = (folder: string, name: string): string => readFileSync(join(folder, `${name}.sql`), 'utf8');

/**
 * Migrations that a database has applied, in order; none for a new one. Two queries instead of the migrator's dozen, which
 * take the embedded database half a second on each start. A database migrated by a later version counts as up to date: this
 * version may be started again during a roll-out.
 */
export async function appliedMigrations(db: Database): Promise<string[]> {
  const { rows: known } = await sql<{ isThere: boolean }>`
    select to_regclass('kysely_migration') is not null as "isThere"`.execute(db);
  if (!known[0]?.isThere) return [];
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  return rows.map(({ name }) => name);
}
