import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '@/server/core/context';
import { openInProcess } from '@/server/core/db/in-process';
import { addPoints, countsOf } from '../../support/checkout';
import { embeddedTemplate, serverEnv, takeDatabase } from '../../support/databases';
import { buildScene, buildUser, type Scene } from '../../support/factories';
import { orderOf } from '../../support/order-body';
import { expectSound, placedOrder, standing } from '../../support/order-life';
import { unsoundOrders } from '../../support/orders';
import type { KilledRequest, ToldByRequest } from '../../support/processes/killed-request';
import { buildProduct } from '../../support/products';
import type { TestApp } from '../../support/server';

/**
 * The real server in a separate process, killed during a request: its effects are complete or absent, on the embedded
 * database and on a server. Starting a process takes seconds, so only a few steps are killed; all steps share one
 * transaction, so these represent the others.
 */
type Api = Pick<TestApp, 'db' | 'now'>;

/** A database that this process and the killed ones use in turn. */
interface Shared {
  env: Record<string, string>;
  use: <Result>(run: (api: Api) => Promise<Result>) => Promise<Result>;
  end: () => Promise<void>;
}

// Both databases are asked at the same time.
const bundle = `dist/killed-request-${process.env.TEST_DATABASE_URL ? 'server' : 'embedded'}`;
const apiOf = (db: Database): Api => ({ db, now: () => new Date() });
let shared: Shared;
let scene: Scene;

async function onServer(): Promise<Shared> {
  const { db, giveBack } = await takeDatabase();
  await sql`select test.empty()`.execute(db);
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db);
  return { env: serverEnv(String(rows[0]?.name)), use: (run) => run(apiOf(db)), end: giveBack };
}

/** In a folder that only one process may hold. */
async function embedded(): Promise<Shared> {
  const folder = mkdtempSync(join(tmpdir(), 'gostiny-killed-'));
  const dataDir = join(folder, 'postgres');
  await (await openInProcess({ dataDir, loadDataDir: await embeddedTemplate() })).db.destroy();
  return {
    env: { DATA_DIR: folder, DATABASE_URL: '' },
    async use(run) {
      const { db } = await openInProcess({ dataDir });
      try {
        return await run(apiOf(db));
      } finally {
        await db.destroy();
      }
    },
    end: async () => rmSync(folder, { recursive: true, force: true }),
  };
}

beforeAll(async () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: { bundle: string } };
  const [command = '', ...flags] = scripts.bundle
    .replace('--outdir=dist', `--outdir=${bundle}`)
    .replace('src/main.ts', 'tests/support/processes/killed-request.ts')
    .replace('src/server/cli/*.ts', '')
    .split(/\s+/);
  const built = spawnSync(join('node_modules/.bin', command), flags, { encoding: 'utf8' });
  expect(built.stderr).toBe('');
  shared = await (process.env.TEST_DATABASE_URL ? onServer() : embedded());
  scene = await shared.use(({ db }) => buildScene(db));
});
afterAll(async () => {
  await shared.end();
  rmSync(bundle, { recursive: true, force: true });
});

/** Returns the response, or undefined when the process was killed. */
async function run(request: KilledRequest): Promise<ToldByRequest | undefined> {
  const child = spawn('node', [join(bundle, 'killed-request.js')], {
    env: {
      ...process.env,
      ...shared.env,
      NODE_ENV: 'production',
      // Without them SBP is closed and the order is refused.
      SBP_SECRET: 'sixteen-characters',
      DEMO: 'true',
      KILLED_REQUEST: JSON.stringify(request),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let told = '';
  child.stdout.on('data', (chunk) => {
    told += String(chunk);
  });
  const how = await new Promise((resolve) => {
    child.once('close', (code, signal) => resolve(signal ?? code));
  });
  expect(how).toBe(request.killAt || request.killAtAnswer ? 'SIGKILL' : 0);
  return told === '' ? undefined : (JSON.parse(told) as ToldByRequest);
}

/** Checks that it was done in one transaction, apart from the count of attempts, which survives a refusal. */
function expectOneTransaction(told: ToldByRequest | undefined, status: number): void {
  const writes = (told?.writes ?? []).filter((write) => !write.includes('into "rate_limits"'));
  const [first = '', ...rest] = writes;
  const [connection = ''] = first.split(' ');
  // A server also says the transaction's id (rules/core: a commit is never done twice).
  expect([told?.status, first.split(';')[0], rest.pop()]).toEqual([
    status,
    `${connection} begin`,
    `${connection} commit`,
  ]);
  expect(rest.length).toBeGreaterThan(5);
  expect(
    rest.filter((write) => !new RegExp(`^${connection} (insert|update|delete|with)`).test(write)),
  ).toEqual([]);
}

/** Two products of two shops. */
const goods = (api: Api) =>
  Promise.all([scene.shop, scene.otherShop].map((shop) => buildProduct(api.db, { shop, price: 1000 })));

/** Rows written by one SBP order of them, with coupon and points. */
const whole = {
  orders: 3,
  order_lines: 2,
  order_events: 3,
  outbox: 3,
  coupon_usages: 1,
  stock_movements: 2,
  payment_attempts: 1,
  ledger_entries: 1,
  idempotency_keys: 1,
  guest_order_keys: 0,
};

it('SIGKILL at any step of placement leaves the whole order or nothing', {
  timeout: 240_000,
}, async () => {
  const steps = [
    { killAt: { text: 'insert into "order_lines"', nth: 1 } },
    ...(process.env.TEST_DATABASE_URL
      ? [
          { killAt: { text: 'update products', nth: 1 } },
          { killAt: { text: 'insert into "orders"', nth: 2 } },
          { killAt: { text: 'insert into "outbox"', nth: 1 } },
        ]
      : []),
    ...[{ killAt: { text: 'commit', nth: 1 } }, { killAtAnswer: true }],
  ];
  const { bought, buyers, before } = await shared.use(async (api) => {
    const coupon = { code: 'VESNA', type: 'percentage', amount: 10, is_approve: true };
    const [active_from, expire_at] = [new Date('2026-01-01'), new Date('2036-01-01')];
    await api.db
      .insertInto('coupons')
      .values({ ...coupon, active_from, expire_at })
      .execute();
    const people = await Promise.all(steps.map(() => buildUser(api.db)));
    for (const person of people) await addPoints(api, person, 300);
    const products = await goods(api);
    return {
      bought: products.map(({ id }) => ({ product_id: id, order_quantity: 1 })),
      buyers: people.map(({ id }) => id),
      before: await countsOf(api),
    };
  });
  const body = orderOf(bought, { use_wallet_points: true, coupon_code: 'VESNA', payment_gateway: 'SBP' });
  const place = (user = 0, step: object = {}) =>
    run({ user, method: 'POST', path: 'orders', body, key: 'a1', ...step });

  for (const [number, step] of steps.entries()) expect(await place(buyers[number], step)).toBeUndefined();
  // Nothing is left of the first that could block the same request sent again.
  expectOneTransaction(await place(buyers[0]), 201);

  await shared.use(async (api) => {
    const after = await countsOf(api);
    const placed = ((after.orders ?? 0) - (before.orders ?? 0)) / whole.orders;
    // Killed during commit it may have committed or not; the last and the repeated one exist.
    expect([2, 3]).toContain(placed);
    expect(after).toEqual(
      Object.fromEntries(
        Object.entries(whole).map(([table, rows]) => [table, (before[table] ?? 0) + placed * rows]),
      ),
    );
    expect(await unsoundOrders(api)).toEqual([]);
    await expectSound(api);
  });
});

it('SIGKILL between the parts of a moved order leaves all unchanged', {
  timeout: 120_000,
}, async () => {
  const root = await shared.use(async (api) => {
    const [product, other] = await goods(api);
    const lines = [
      { shop: scene.shop, ...(product && { product }) },
      { shop: scene.otherShop, ...(other && { product: other }) },
    ];
    return (await placedOrder(api, { customer: scene.customer, lines })).id;
  });
  const complete = (step: object = {}) =>
    run({
      user: scene.super_admin.id,
      method: 'PUT',
      path: `orders/${root}`,
      body: { order_status: 'order-completed' },
      ...step,
    });
  const expectAll = (status: string) =>
    shared.use(async (api) => {
      expect(await standing(api, root)).toBe([status, status, status].join(' '));
      await expectSound(api);
    });

  await complete({ killAt: { text: 'update "orders"', nth: 2 } });
  await expectAll('processing/cash');
  expectOneTransaction(await complete(), 200);
  await expectAll('completed/success');
});
