import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { bundleSecondProcess } from '../support/processes/second-process';

/**
 * Around a whole run: databases that its workers created on the server of TEST_DATABASE_URL are dropped after the last
 * test file, because files reuse them.
 */
export function setup(): (() => Promise<void>) | undefined {
  const address = process.env.TEST_DATABASE_URL;
  if (!address) return undefined;
  if (process.env.TEST_PROCESSES === '2') bundleSecondProcess();
  const prefix = `gostiny_test_${randomBytes(4).toString('hex')}_`;
  process.env.TEST_DATABASE_PREFIX = prefix;
  return async () => {
    const client = new pg.Client({ connectionString: address });
    await client.connect();
    const { rows } = await client.query<{ datname: string }>(
      'select datname from pg_database where starts_with(datname, $1)',
      [prefix],
    );
    for (const { datname } of rows) await client.query(`drop database if exists ${datname} with (force)`);
    await client.end();
  };
}
