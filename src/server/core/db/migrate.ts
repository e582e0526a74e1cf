import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CompiledQuery, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import type { Database } from '../context';

const folder = join(process.cwd(), 'src/server/core/db/migrations');

/**
 * Applies the SQL files that the database has not seen yet, in order, each in a transaction; up to and with one of them
 * when it is named. Throws on the first that fails.
 */
export async function migrate(db: Database, upTo?: string): Promise<string[]> {
  const migrations = readMigrations();
  if (await isUpToDate(db, Object.keys(migrations))) return [];
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  const { error, results = [] } = await (upTo === undefined
    ? migrator.migrateToLatest()
    : migrator.migrateTo(upTo));
  if (error) {
    const failed = results.find((result) => result.status === 'Error');
    throw new Error(`Migration ${failed?.migrationName ?? ''} failed`, { cause: error });
  }
  return results.map((result) => result.migrationName);
}

/** Names of all migrations, in order. */
export function knownMigrations(): string[] {
  return Object.keys(readMigrations());
}

/**
 * One question instead of the migrator's dozen, which take the embedded database half a second of each start. A database
 * that a later version has migrated is up to date, too: this version may be started again while that one is rolled out.
 */
async function isUpToDate(db: Database, names: string[]): Promise<boolean> {
  const applied = await sql<{ name: string }>`select name from kysely_migration`
    .execute(db)
    // The first start: there is no such table yet.
    .catch(() => ({ rows: [] }));
  const known = new Set(applied.rows.map(({ name }) => name));
  return names.every((name) => known.has(name));
}

function readMigrations(): Record<string, Migration> {
  const files = readdirSync(folder).filter((name) => name.endsWith('.sql'));
  return Object.fromEntries(
    files.sort().map((name) => [
      name.replace(/\.sql$/, ''),
      {
        async up(db) {
          await db.executeQuery(CompiledQuery.raw(readFileSync(join(folder, name), 'utf8')));
        },
      },
    ]),
  );
}
