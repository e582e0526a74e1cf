import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { coreJobs } from '@/server/core/jobs/core-jobs';
import { JobRunner } from '@/server/core/jobs/runner';
import { setUpScene } from '../../../support/scene';

/** The embedded database has no background process that vacuums or truncates its log: a job does. */
const { api } = setUpScene();

/** Bytes of the log that a start after a crash would replay, and that take space until then. */
async function logKept(): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`select
    (pg_current_wal_lsn() - (select redo_lsn from pg_control_checkpoint()))::float8 as bytes`.execute(api.db);
  return rows[0]?.bytes ?? 0;
}

it.skipIf(process.env.TEST_DATABASE_URL)('truncates its log each hour, and vacuums', async () => {
  await sql`create table scratch_rows as select n, repeat(md5(n::text), 20) as text from generate_series(1, 3000) n`.execute(
    api.db,
  );
  await sql`delete from scratch_rows`.execute(api.db);
  expect(await logKept()).toBeGreaterThan(1_000_000);
  const failed: unknown[] = [];
  const deps = { ...api.deps, databaseKind: 'embedded' as const };
  const jobs = coreJobs(deps, api.app.log).filter(({ name }) => name === 'vacuum');
  const runner = new JobRunner(deps, jobs, (error) => failed.push(error));

  await runner.prepare();
  api.setNow(new Date(api.now().getTime() + 3600_000));
  await runner.runDue();

  expect(failed).toEqual([]);
  expect(await logKept()).toBeLessThan(200_000);
  const { rows } = await sql<{
    bytes: number;
  }>`select pg_relation_size('scratch_rows')::float8 as bytes`.execute(api.db);
  expect(rows).toEqual([{ bytes: 0 }]);
  await sql`drop table scratch_rows`.execute(api.db);
});
