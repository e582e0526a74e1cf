import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CompiledQuery } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import type { Database } from '../context';

const folder = join(process.cwd(), 'src/server/db/migrations');

/** Applies the SQL files that the database has not seen yet, in order, each in a transaction. Throws on the first that fails. */
export async function migrate(db: Database): Promise<string[]> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => readMigrations() } });
  const { error, results = [] } = await migrator.migrateToLatest();
  if (error) {
    const failed = results.find((result) => result.status === 'Error');
    throw new Error(`Migration ${failed?.migrationName ?? ''} failed`, { cause: error });
  }
  return results.map((result) => result.migrationName);
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
