import { ask, startApi } from './api.ts';
import { Orders } from './orders.ts';
import { assert, command, query, type Scenario, until } from './world.ts';

/** What a newer version may do while this one serves: only additive changes. */
const expansion = [
  'alter table orders add column later_note text',
  'alter table products add column later_flag boolean not null default false',
  'create table later_things (id bigint generated always as identity primary key, order_id bigint references orders)',
  'create index concurrently later_orders on orders (later_note) where later_note is not null',
  "insert into kysely_migration (name, timestamp) values ('9999_later', '2030-01-01')",
];

/** The old version serves while the database is migrated, and starts on a database that is ahead of it. */
export const twoVersions: Scenario = async (world) => {
  const url = await world.database('demo');
  const first = await startApi(world.folder('empty'), url);
  const orders = await Orders.prepare(first);
  orders.begin(() => first, 4);
  await until('orders are placed', () => orders.acknowledged > 20);
  for (const statement of expansion) await query(url, statement);
  const second = await startApi(world.folder('empty'), url);
  const before = orders.acknowledged;
  await until('orders are placed by the old version', () => orders.acknowledged > before + 20);
  await orders.stop();
  orders.begin(() => second, 4);
  await until('orders are placed by the second process', () => orders.acknowledged > before + 60);
  await orders.stop();
  orders.expectAnswers(/^201$/);
  const settled = await orders.settle(first);
  for (const api of [first, second]) {
    assert((await ask(api, 'GET', 'health')).status === 200, 'not healthy after the migration');
    await api.end('SIGTERM');
  }
  return `${settled}; no request failed while ${expansion.length} statements were applied`;
};

/** Several processes migrate an empty database at the same moment: one does it and the others wait. */
export const migrateAtOnce: Scenario = async (world) => {
  const url = await world.database('empty');
  const env = { DATABASE_URL: url, DATA_DIR: world.folder('empty') };
  const said = await Promise.all([1, 2, 3].map(() => command('db-migrate', [], env)));
  const applied = said.filter((text) => text.includes('Applied:'));
  assert(applied.length === 1, `${applied.length} of 3 processes applied migrations`);
  return 'of 3 processes at once 1 migrated, 2 found nothing to apply';
};
