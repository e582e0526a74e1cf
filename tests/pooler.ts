import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { chownSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startPostgres } from './support/scratch-postgres.ts';

/**
 * `npm run test:pooler`: the suites of rights, races, limits, live events, jobs, orders and money with PgBouncer in
 * transaction mode between the API and a scratch PostgreSQL. With words after `--` only those files.
 */
const suites = [
  ...[
    'core/staff-scopes',
    'core/lost-rights',
    'core/takeover',
    'core/routes',
    'core/hazards',
    'core/deadlocks',
  ],
  ...[
    'core/idempotency',
    'core/live',
    'core/presence',
    'core/jobs',
    'core/events',
    'core/resource/',
    'accounts/',
  ],
  ...['settings/', 'shops/', 'catalogue/', 'promotions/', 'orders/', 'refunds/', 'payments/', 'ledger/'],
  ...['messaging/', 'feedback/', 'insights/', 'receipts/', 'integrations/', 'dialect/'],
];
const port = 3236;
const words = process.argv.slice(2);
const postgres = startPostgres(3235, '-c fsync=off -c max_connections=300');
const numberOf = (flag: '-u' | '-g') => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
const as = process.getuid?.() === 0 ? { uid: numberOf('-u'), gid: numberOf('-g') } : {};
const write = (name: string, text: string) => {
  const file = join(postgres.folder, name);
  writeFileSync(file, text);
  if (as.uid !== undefined && as.gid !== undefined) chownSync(file, as.uid, as.gid);
  return file;
};
const users = write('users.txt', '"postgres" ""\n');
const ini = write(
  'pgbouncer.ini',
  `[databases]
* = host=127.0.0.1 port=3235
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${users}
pool_mode = transaction
max_client_conn = 1000
default_pool_size = 8
server_idle_timeout = 10
`,
);
const pgbouncer = spawn('pgbouncer', ['-q', ini], { ...as, stdio: ['ignore', 'ignore', 'inherit'] });
try {
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  const env = { ...process.env, TEST_DATABASE_URL: url, TEST_DATABASE_DIRECT_URL: postgres.url };
  const asked = words.length > 0 ? words : suites;
  const config = ['run', '--config', 'tests/vitest.config.mts', '--project', 'server'];
  const { status } = spawnSync('vitest', [...config, ...asked], { stdio: 'inherit', env });
  process.exitCode = status ?? 1;
} finally {
  pgbouncer.kill('SIGKILL');
  postgres.stop();
}
