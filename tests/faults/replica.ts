import { listenLive } from '../support/processes/live-stream.ts';
import { startReplica } from '../support/scratch-postgres.ts';
import { type Api, ask, signIn, startApi } from './api.ts';
import { assert, pause, query, type Scenario, until } from './world.ts';

const port = 3233;
/** Longer than a check on a slow machine, short enough to wait for. */
const maxLag = 6;

const names = async (api: Api, token: string): Promise<string[]> => {
  const { status, body } = await ask(api, 'GET', 'tags?limit=100', { token });
  assert(status === 200, `tags answered ${status}: ${JSON.stringify(body)}`);
  return (body.data as { name: string }[]).map(({ name }) => name);
};

/**
 * Two processes read lists from a replica that stops replaying, exceeds its lag limit, is killed and comes back. The
 * writer always sees their own change, also in the other process; everybody else at the latest after the limit; no
 * request fails.
 */
export const replicaInTrouble: Scenario = async (world) => {
  const replica = startReplica(world.postgres, port);
  const url = await world.database('demo');
  // The first link to a file creates the installation's key.
  await query(url, "insert into file_link_secret (secret) values ('secret-of-the-scenario')");
  const replicaUrl = new URL(url);
  replicaUrl.port = String(port);
  const onReplica = (text: string) => query(replicaUrl.href, text);
  await until('the database on the replica', () =>
    onReplica('select 1 from users limit 1').then(
      () => true,
      () => false,
    ),
  );
  try {
    const settings = {
      DATABASE_REPLICA_URL: replicaUrl.href,
      DATABASE_REPLICA_LAG: String(maxLag),
      LOG_LEVEL: 'warn',
    };
    const folder = world.folder('demo');
    const apis = [await startApi(folder, url, settings), await startApi(folder, url, settings)] as const;
    const [first, second] = apis;
    const writer = await signIn(first, 'admin@demo.ru');
    const reader = await signIn(first, 'owner@demo.ru');
    const create = async (name: string) => {
      const { status, body } = await ask(first, 'POST', 'tags', { token: writer, body: { name } });
      assert(status === 201, `a tag answered ${status}: ${JSON.stringify(body)}`);
    };
    const sees = async (token: string, name: string) =>
      (await Promise.all(apis.map((api) => names(api, token)))).map((found) => found.includes(name));

    await onReplica('select pg_wal_replay_pause()');
    await create('Пауза');
    assert((await sees(writer, 'Пауза')).every(Boolean), 'the writer does not see the own change');
    assert(!(await sees(reader, 'Пауза')).some(Boolean), 'others do not read from the replica');
    const fallback = await until('the bound of the lag', async () =>
      (await sees(reader, 'Пауза')).every(Boolean),
    );
    await onReplica('select pg_wal_replay_resume()');
    await until('both read from the replica again', () =>
      apis.every((api) => api.log().split('the replica answers reads').length === 2),
    );

    const change = () =>
      ask(first, 'POST', 'settings', { token: writer, body: { options: { lowStockThreshold: 17 } } });
    await liveEventsWait(second, reader, change, onReplica);
    const killed = await killUnderLoad(replica, apis, reader);
    const files = await readEverything(first, writer);
    for (const api of apis) {
      assert(!api.log().includes('ran on the primary'), `a read wanted to write: ${api.log()}`);
      await api.end('SIGTERM');
    }
    return `the writer saw all; others after ${fallback.toFixed(1)} s with a paused replica; ${killed} lists answered while it was killed; ${files} reads ran there`;
  } finally {
    replica.stop();
  }
};

/** A panel loads a reported change from the replica: the event is delivered once the replica has it. */
async function liveEventsWait(
  api: Api,
  token: string,
  change: () => Promise<unknown>,
  onReplica: (text: string) => Promise<unknown>,
): Promise<void> {
  const stream = await listenLive(api.port, token);
  await until('the stream', () => stream.types.includes('hello'));
  await onReplica('select pg_wal_replay_pause()');
  await change();
  await pause(1500);
  assert(!stream.types.includes('settings'), 'told before the replica had the change');
  await onReplica('select pg_wal_replay_resume()');
  await until('the event', () => stream.types.includes('settings'), 5);
  stream.end();
}

/** Lists served while the replica was killed, down and restarted. */
async function killUnderLoad(
  replica: { start: () => void; stop: () => void },
  apis: readonly Api[],
  token: string,
): Promise<number> {
  let answered = 0;
  let isOver = false;
  const load = Promise.all(
    apis.map(async (api) => {
      while (!isOver) {
        await names(api, token);
        answered += 1;
      }
    }),
  );
  // Rejections are handled below; until then nothing awaits it.
  load.catch(() => {});
  const more = async (what: string) => {
    const before = answered;
    await until(what, () => answered > before + 20);
  };
  await more('lists before');
  replica.stop();
  await more('lists without the replica');
  replica.start();
  const returned = (api: Api) => api.log().lastIndexOf('the replica answers reads');
  await until('the replica is read again', () =>
    apis.every((api) => returned(api) > api.log().lastIndexOf('the primary answers all reads')),
  );
  await more('lists with the replica');
  isOver = true;
  await load;
  return answered;
}

const reads = [
  ...['analytics', 'analytics/figures', 'analytics/statuses', 'analytics/waiting', 'analytics/sales'],
  ...[
    'analytics/shops',
    'analytics/figures/export',
    'analytics/sales/export',
    'orders/counts',
    'menu-counts',
  ],
  ...['activity', 'activity/export', 'trash', 'trash/families', 'ledger', 'ledger/summary', 'ledger/export'],
  ...[
    'ledger/shops',
    'ledger/reconcile',
    'shops/1/ledger',
    'shops/1/ledger/summary',
    'shops/1/statement?month=2026-01',
  ],
  ...['product-exports?shop_id=1', 'export-products/1', 'export-variation-options/1'],
  ...['orders', 'products', 'products/export', 'users', 'shops', 'reviews', 'refunds'],
];

/** Every kind of read that may lag, served by the replica. */
async function readEverything(api: Api, token: string): Promise<number> {
  for (const path of reads) {
    const { status, body } = await ask(api, 'GET', path, { token });
    assert(status === 200, `${path} answered ${status}: ${JSON.stringify(body)}`);
    assert(!api.log().includes('ran on the primary'), `${path} wanted to write`);
  }
  return reads.length;
}
