import { spawnSync } from 'node:child_process';
import { startPostgres } from '../support/scratch-postgres.ts';

/**
 * `npm run test:world`: every file and situation of the world in `tests/world`, on the embedded database and on a
 * scratch PostgreSQL server. With words after `--` only those files.
 */
const words = process.argv.slice(2).map((word) => `tests/world/${word}`);
const args = ['run', '--config', 'tests/vitest.config.mts', '--project', 'server'];
const files = words.length > 0 ? words : ['tests/world/'];

function ask(title: string, env: NodeJS.ProcessEnv): boolean {
  process.stdout.write(`\n— ${title}\n`);
  return spawnSync('vitest', [...args, ...files], { stdio: 'inherit', env }).status === 0;
}

const embedded = ask('embedded database', process.env);
const postgres = startPostgres(3239, '-c fsync=off');
try {
  const onServer = ask('PostgreSQL server', { ...process.env, TEST_DATABASE_URL: postgres.url });
  process.exitCode = embedded && onServer ? 0 : 1;
} finally {
  postgres.stop();
}
