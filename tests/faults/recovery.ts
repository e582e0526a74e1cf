import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { signIn, startApi } from './api.ts';
import { expectReconciled, Orders } from './orders.ts';
import { assert, pause, query, type Scenario, until } from './world.ts';

const otherPort = 3232;
const orders = 'select id from orders where parent_id is null order by id';

/**
 * The procedure in `docs/deploy.md`: the log is archived from a base backup on, and a second server is restored to a
 * moment between two orders.
 */
export const backToAMoment: Scenario = async (world) => {
  const { postgres } = world;
  const archive = join(postgres.folder, 'archive');
  const base = join(postgres.folder, 'base');
  mkdirSync(archive);
  postgres.own(archive);
  await query(postgres.url, 'alter system set archive_mode = on');
  await query(postgres.url, `alter system set archive_command = 'cp %p ${archive}/%f'`);
  postgres.halt('fast');
  postgres.resume();

  const url = await world.database('demo');
  const dataDir = world.folder('demo');
  const api = await startApi(dataDir, url);
  const customers = await Orders.prepare(api);
  const count = async () => (await query(url, orders)).rows.length;
  /** Few: an account may place 60 orders in a quarter of an hour. */
  const orderMore = async () => {
    const start = await count();
    customers.begin(() => api, 2);
    await until('an order', async () => (await count()) > start);
    await customers.stop();
    return count();
  };
  await orderMore();
  postgres.run('pg_basebackup', '-d', postgres.url, '-D', base, '-c', 'fast');
  const before = await orderMore();
  const [{ moment }] = (await query(url, 'select clock_timestamp()::text as moment')).rows;
  await pause(1000);
  const after = await orderMore();
  await api.end('SIGTERM');
  const [{ file }] = (await query(url, 'select pg_walfile_name(pg_switch_wal()) as file')).rows;
  await until('the archive', async () => {
    const { rows } = await query(url, 'select last_archived_wal from pg_stat_archiver');
    return String(rows[0].last_archived_wal) >= String(file);
  });

  const settings = {
    restore_command: `cp ${archive}/%f %p`,
    recovery_target_time: moment,
    recovery_target_action: 'promote',
    archive_mode: 'off',
  };
  for (const [name, value] of Object.entries(settings))
    appendFileSync(join(base, 'postgresql.auto.conf'), `${name} = '${value}'\n`);
  writeFileSync(join(base, 'recovery.signal'), '');
  const options = `-p ${otherPort} -k ${postgres.folder} -c listen_addresses=127.0.0.1`;
  postgres.run('pg_ctl', '-D', base, '-w', '-l', join(postgres.folder, 'other-log'), '-o', options, 'start');
  try {
    const other = new URL(url);
    other.port = String(otherPort);
    await until('the end of the recovery', async () => {
      const { rows } = await query(other.href, 'select pg_is_in_recovery() as goes_on');
      return rows[0].goes_on === false;
    });
    const found = (await query(other.href, orders)).rows.length;
    assert(found === before, `${found} orders instead of ${before}`);
    const again = await startApi(dataDir, other.href);
    await expectReconciled(again, await signIn(again, 'admin@demo.ru'));
    await again.end('SIGTERM');
  } finally {
    postgres.run('pg_ctl', '-D', base, '-w', '-m', 'fast', 'stop');
  }
  return `${before} orders are there again, ${after - before} later ones are not, the ledger adds up`;
};
