import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CompiledQuery, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import type { Database } from '../context';

const folder = join(process.cwd(), 'src/server/core/db/migrations');

/** First migration of the chain that the baseline replaced; a database that has it cannot be migrated further. */
const beforeBaseline = '0001_people_and_shops';

/**
 * Applies the SQL files that the database has not seen yet, in order, each in a transaction; up to and including `upTo`
 * when it is given. Throws on the first that fails, and on a database that is older than the baseline.
 */
export async function migrate(db: Database, upTo?: string): Promise<string[]> {
  const migrations = readMigrations();
  const applied = await appliedMigrations(db);
  if (applied.has(beforeBaseline)) {
    throw new Error(
      'This database was made by a version before the schema baseline and cannot be upgraded: ' +
        'start with an empty DATA_DIR or database.',
    );
  }
  if (Object.keys(migrations).every((name) => applied.has(name))) return [];
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
 * One query instead of the migrator's dozen, which take the embedded database half a second of each start. A database
 * that a later version has migrated counts as up to date: this version may be started again during a roll-out.
 */
async function appliedMigrations(db: Database): Promise<Set<string>> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`
    .execute(db)
    // The table is missing on the first start.
    .catch(() => ({ rows: [] }));
  return new Set(rows.map(({ name }) => name));
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
