import { spawnSync } from 'node:child_process';
import { startPostgres } from './support/scratch-postgres.ts';

/**
 * `npm run test:many`: the suites of rights, races, limits, live events and jobs on one scratch PostgreSQL server,
 * where two copies of the API respond in turn, and the real program in several processes. With words after `--` only
 * those files.
 */
const suites = [
  ...[
    'core/operations/processes',
    'core/operations/doctor',
    'core/staff-scopes',
    'core/lost-rights',
    'core/takeover',
    'core/routes',
  ],
  ...['core/hazards', 'core/deadlocks', 'core/idempotency', 'core/live', 'core/presence', 'core/jobs'],
  ...['core/resource/resources', 'core/files/upload-limits', 'core/unavailable', 'accounts/', 'settings/'],
  ...['orders/', 'refunds/', 'ledger/', 'promotions/', 'catalogue/stock', 'catalogue/products-strangers'],
  ...['catalogue/products-import', 'messaging/', 'shops/'],
];
const words = process.argv.slice(2);
const postgres = startPostgres(3234, '-c fsync=off');
try {
  const { status } = spawnSync(
    'vitest',
    [
      'run',
      '--config',
      'tests/vitest.config.mts',
      '--project',
      'server',
      '--project',
      'long',
      ...(words.length > 0 ? words : suites),
    ],
    { stdio: 'inherit', env: { ...process.env, TEST_DATABASE_URL: postgres.url, TEST_PROCESSES: '2' } },
  );
  process.exitCode = status ?? 1;
} finally {
  postgres.stop();
}
