import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { openServer } from '@/server/core/db/client';
import { migrate } from '@/server/core/db/migrate';

/** Needed by tests of the whole program: its bundle, and a database that separate processes can open. */

export function bundleProgram(): void {
  // By `npm test`, whose browser stage starts servers of the bundle meanwhile.
  if (process.env.IS_BUNDLED) return;
  execFileSync('npm', ['run', '-s', 'bundle'], { stdio: ['ignore', 'ignore', 'inherit'] });
}

/** A new database on the server of TEST_DATABASE_URL, migrated (`upTo` a migration when given) and empty. */
export async function newDatabase(address: string, upTo?: string) {
  const name = `${process.env.TEST_DATABASE_PREFIX ?? 'gostiny_test_'}${randomBytes(6).toString('hex')}`;
  const administer = async (statement: string) => {
    const client = new pg.Client({ connectionString: address });
    await client.connect();
    await client.query(statement).finally(() => client.end());
  };
  await administer(`create database ${name} template template0 encoding 'UTF8'`);
  const url = new URL(address);
  url.pathname = `/${name}`;
  const { db, close } = openServer(url.href, 3);
  await migrate(db, upTo);
  return {
    url: url.href,
    db,
    drop: async () => {
      await close();
      await administer(`drop database if exists ${name} with (force)`);
    },
  };
}
