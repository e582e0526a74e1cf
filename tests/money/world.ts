import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import { panelAccept } from '@/contract/core/panel-client';
import type { Provider } from '@/contract/ledger/accounts';
import { startBank } from '@/fakes/bank';
import type { Fake } from '@/fakes/core';
import { startTbank } from '@/fakes/tbank';
import { startYookassa } from '@/fakes/yookassa';
import { createApp } from '@/server/app';
import type { Deps } from '@/server/core/deps';
import { eventJobs, readEvents } from '@/server/core/events/read-events';
import type { Job } from '@/server/core/jobs/job';
import { JobRunner } from '@/server/core/jobs/runner';
import type { AcquirerSettings } from '@/server/integrations/acquirer-settings';
import { openRegisters } from '@/server/integrations/registers/open-registers';
import { modules, services } from '@/server/modules';
import { openShopRegisters } from '@/server/modules/receipts/queue/open-shop-registers';
import { runQueue, runShopQueues } from '@/server/modules/receipts/queue/run-queue';
import { setSettings } from '../support/checkout';
import { buildScene, buildUser, type Scene } from '../support/factories';
import { type BuiltProduct, buildProduct } from '../support/products';
import { type Answer, type TestApp, testApp, type Wire } from '../support/server';
import { signIn } from '../support/session';
import { requisites } from '../support/shops';
import { openMortal, type Unit } from './mortal';
import { calmRegister, connectShop, type MoneyRegister, startRegister } from './register';

/** Roubles from which refunds and corrections need a second person. */
const secondFrom = 1500;

/** Kopecks of the bank account at the beginning: it pays also what shops have of money that came elsewhere. */
const balance = 100_000_000;

/** Pieces of each product at the beginning. */
const stockAtFirst = 1000;

/** The API that sequences are played against, in front of a stand-in acquirer, or of a bank that the sequence plays itself. */
export interface MoneyWorld {
  api: TestApp;
  provider: Provider;
  /** Null for `manual`. */
  fake: Fake | null;
  /** The marketplace's bank, which also brings the registries of the acquirer. */
  bank: Fake | null;
  register: MoneyRegister;
  scene: Scene;
  products: BuiltProduct[];
  /** Confirms corrections and refunds from `secondFrom` up. */
  second: { id: number };
  /** Empties everything, for the next sequence. */
  begin: (seed: number) => Promise<void>;
  request: <Body = Wire>(
    user: { id: number } | null,
    method: 'GET' | 'POST' | 'PUT',
    path: string,
    body?: object | string,
    headers?: Record<string, string>,
  ) => Promise<Answer<Body>>;
  /** A registry of an acquirer, or a statement. */
  upload: (content: Buffer, provider: string) => Promise<Answer<Wire>>;
  /** Runs everything that is due, as far as the process lives. */
  runJobs: () => Promise<void>;
  /** Runs the queue of the cash register, as far as the process lives. */
  runQueue: () => Promise<void>;
  advance: (ms: number) => Promise<void>;
  dieAfter: (count: number, of: Unit) => void;
  isDead: () => boolean;
  /** Starts the process again if it has died. True when it had. */
  restart: () => Promise<boolean>;
  /** Says that something happened once more, for the report of a run: sequences in which nothing happens prove nothing. */
  count: (what: string) => void;
  counts: Map<string, number>;
  /** What jobs failed with, for the report of a sequence. */
  errors: string[];
  close: () => Promise<void>;
}

/** Node's channel for requests of this process, which here go to the stand-ins. */
const requestSent = 'http.client.request.start';

/** Scheduled jobs that money waits for; the queued ones are all run. */
const moneyJobs = /unpaid|refund|payment|order-changes|dispute|reconcil/;

export async function openMoneyWorld(provider: Provider): Promise<MoneyWorld> {
  const api = await testApp();
  const mortal = openMortal(api.deps.db);
  subscribe(requestSent, mortal.wasHeard);
  let app: FastifyInstance | undefined;
  const deliver = async (url: string, body: string): Promise<[number, string]> => {
    if (!app || mortal.isDead()) return [0, ''];
    const answer = await app.inject({
      ...{ method: 'POST', url: new URL(url).pathname, payload: body },
      headers: { 'content-type': 'application/json' },
    });
    return [answer.statusCode, answer.body];
  };
  const fake = await startFakeOf(provider, api, deliver);
  const register = await startRegister({ now: api.now, deliver });
  const bank =
    fake && (await startBank({ token: 'key', acquirers: { [provider]: fake }, now: api.now, balance }));
  const deps = {
    ...{ ...api.deps, ...acquirersOf(provider, fake), patience, atol: register.settings },
    ...{ secretsKeys: ['key of the money tests'], atolUrl: register.settings.url },
    db: mortal.db,
  };
  const opened = await createApp(deps);
  app = opened;
  const jobs = jobsOf(deps, opened);
  const registers = openRegisters(deps);
  const shopRegisters = openShopRegisters(deps);
  const errors: string[] = [];
  const runnerOf = () =>
    new JobRunner(deps, jobs, (error, job) => void errors.push(`${job}: ${String(error)}`));
  const scene = {} as Scene;
  const tokens = new Map<number, { token: string; until: number }>();
  /** With the connection of the test: nobody signs out when the process dies. */
  const tokenOf = async (userId: number) => {
    const known = tokens.get(userId);
    if (known && known.until > api.now().getTime()) return known.token;
    const token = await signIn(api.db, userId, api.now());
    tokens.set(userId, { token, until: api.now().getTime() + 12 * 3_600_000 });
    return token;
  };
  const world: MoneyWorld = {
    ...{ api, provider, fake, bank, register, scene, products: [], second: { id: 0 }, errors },
    counts: new Map(),
    count: (what) => void world.counts.set(what, (world.counts.get(what) ?? 0) + 1),
    begin: async (seed) => {
      mortal.revive();
      errors.length = 0;
      await api.reset();
      await fake?.control({ do: 'forget', seed });
      await bank?.control({ do: 'forget', seed });
      await register.fake.control({ do: 'forget', seed });
      await calmRegister(world);
      tokens.clear();
      delete scene.picture;
      Object.assign(scene, await buildScene(api.db));
      // Each movement of money has its receipt, which `reconcile` compares.
      await setSettings(api, {
        ...{ receiptsFrom: '2020-01-01', captureAt: captureAtOf(seed) },
        ...{
          companyRequisites: { ...requisites, account: '40702810138000123458' },
          siteLink: 'https://shop.test',
        },
      });
      await connectShop(deps, scene.shop.id);
      await api.db
        .updateTable('shops')
        .set({ requisites: JSON.stringify(requisites) })
        .execute();
      world.products = await buildGoods(api, scene);
      world.second = await buildUser(api.db, { role: 'super_admin' });
      await api.db
        .insertInto('approval_rules')
        .values({ mode: 'auto', refunds_from: secondFrom, payouts_from: 1_000_000_000 })
        .execute();
      await runnerOf().prepare();
    },
    request: async (user, method, path, body, headers) =>
      ask(opened, { token: user && (await tokenOf(user.id)), method, path, body, headers }),
    upload: async (content, of) => upload(opened, await tokenOf(scene.super_admin.id), content, of),
    runJobs: async () => {
      const { signal } = new AbortController();
      const report = (error: unknown) => void errors.push(`events: ${String(error)}`);
      try {
        // What jobs do causes events, too.
        for (let round = 0; round < 5; round += 1) {
          await readEvents(deps, consumers, { signal, report });
          const before = await lastEvent(api);
          const runner = runnerOf();
          await runner.runDue();
          await runner.stop();
          await world.runQueue();
          if ((await lastEvent(api)) === before) break;
        }
      } catch (error) {
        if (!mortal.isDead()) throw error;
      }
    },
    runQueue: async () => {
      try {
        await runQueue(deps, registers, new AbortController().signal);
        await runShopQueues(deps, shopRegisters, new AbortController().signal);
      } catch (error) {
        if (!mortal.isDead()) throw error;
      }
      await register.fake.control({ do: 'delivered' });
    },
    advance: async (ms) => {
      api.setNow(new Date(api.now().getTime() + ms));
      await fake?.control({ do: 'move', ms: 0 });
      await bank?.control({ do: 'move', ms: 0 });
      await register.fake.control({ do: 'move', ms: 0 });
    },
    dieAfter: mortal.dieAfter,
    isDead: mortal.isDead,
    restart: async () => {
      const wasDead = mortal.isDead();
      mortal.revive();
      if (!wasDead) return false;
      // Leases of the dead process end.
      await world.advance(61_000);
      await runnerOf().prepare();
      return true;
    },
    close: async () => {
      unsubscribe(requestSent, mortal.wasHeard);
      await opened.close();
      await bank?.close();
      await fake?.close();
      await register.fake.close();
      await api.close();
    },
  };
  return world;
}

function startFakeOf(
  provider: Provider,
  { now }: TestApp,
  deliver: (url: string, body: string) => Promise<[number, string]>,
) {
  if (provider === 'yookassa')
    return startYookassa({
      ...{ shopId: '100500', secret: 'test_secret', now, deliver },
      webhookUrl: 'https://shop.test/admin/rest/webhooks/yookassa',
    });
  return provider === 'tbank'
    ? startTbank({ terminal: 'DemoTerm', password: 'demo-pass', now, deliver })
    : Promise.resolve(null);
}

/** Stand-ins are not waited for. */
const patience = { pause: async () => {}, totalMs: 400 };

function acquirersOf(provider: Provider, fake: Fake | null): AcquirerSettings {
  if (provider === 'yookassa')
    return { yookassa: { shopId: '100500', secret: 'test_secret', url: `${fake?.base}/v3` } };
  return provider === 'tbank'
    ? { tbank: { terminal: 'DemoTerm', password: 'demo-pass', url: `${fake?.base}/v2` } }
    : {};
}

const consumers = modules.flatMap((module) => module.consumers ?? []);

/** All queued jobs, those that retry events, too, and what money waits for. */
const jobsOf = (deps: Deps, { log }: FastifyInstance): Job[] =>
  [
    ...eventJobs(deps, consumers),
    ...modules.flatMap(({ jobs }) => jobs ?? []).flatMap((jobs) => jobs(deps, log, services)),
  ].filter(({ kind, name }) => kind === 'queued' || (kind === 'scheduled' && moneyJobs.test(name)));

/** Two products of each of two shops, each with its own rate of VAT. */
async function buildGoods(api: TestApp, { shop, otherShop }: Scene): Promise<BuiltProduct[]> {
  const products: BuiltProduct[] = [];
  for (const [owner, price, vat_rate] of [
    [shop, 1000, '22'],
    [otherShop, 499.99, '5'],
    [shop, 0.07, 'none'],
    [otherShop, 3333.33, '7'],
  ] as const) {
    const product = await buildProduct(api.db, { shop: owner, price });
    await api.db.updateTable('products').set({ vat_rate }).where('id', '=', product.id).execute();
    products.push(product);
  }
  await api.db.updateTable('products').set({ quantity: stockAtFirst }).execute();
  return products;
}

/** Goods of the first shop whose sums are no whole roubles. */
export async function buildMore({ api, scene }: MoneyWorld, count: number): Promise<BuiltProduct[]> {
  const made: BuiltProduct[] = [];
  for (let number = 0; number < count; number += 1)
    made.push(await buildProduct(api.db, { shop: scene.shop, price: (101 + number) / 100 }));
  const ids = made.map(({ id }) => id);
  await api.db
    .updateTable('products')
    .set({ quantity: stockAtFirst, vat_rate: '10' })
    .where('id', 'in', ids)
    .execute();
  return made;
}

/** When held money is taken is a setting; the seeds of one acquirer differ by three. */
const captureAtOf = (seed: number) =>
  (['payment', 'handover', 'shipping'] as const)[Math.floor(seed / 3) % 3] ?? 'payment';

/** The last event, also one that nobody has read. */
async function lastEvent({ db }: TestApp): Promise<number> {
  const { id } = await db
    .selectFrom('events')
    .select((eb) => eb.fn.max<number | null>('id').as('id'))
    .executeTakeFirstOrThrow();
  return id ?? 0;
}

/** What the acquirer has returned of a payment, and what it still has. */
export function keptOf({ fake }: Pick<MoneyWorld, 'fake'>, id: string): { returned: number; left: number } {
  let [returned, left] = [0, 0];
  for (const { kind, paymentId, amount } of fake?.movements() ?? []) {
    if (paymentId !== id) continue;
    left += kind === 'payment' ? amount : -amount;
    if (kind === 'refund') returned += amount;
  }
  return { returned, left };
}

interface AskedOfApp {
  token: string | null;
  method: 'GET' | 'POST' | 'PUT';
  path: string;
  body?: object | string | undefined;
  headers?: Record<string, string> | undefined;
}

async function ask<Body>(
  app: FastifyInstance,
  { token, method, path, body, headers = {} }: AskedOfApp,
): Promise<Answer<Body>> {
  const answer = await app.inject({
    method,
    url: `/admin/rest/${path}`,
    headers: {
      accept: panelAccept,
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  return answerOf(answer);
}

async function upload(
  app: FastifyInstance,
  token: string,
  content: Buffer,
  provider: string,
): Promise<Answer<Wire>> {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(content)]), provider ? 'registry.csv' : 'kl_to_1c.txt');
  form.append('provider', provider);
  const body = new Response(form);
  const answer = await app.inject({
    method: 'POST',
    url: '/admin/rest/reconciliation/files',
    headers: {
      ...{ accept: panelAccept, authorization: `Bearer ${token}` },
      'content-type': body.headers.get('content-type') ?? '',
    },
    payload: Buffer.from(await body.arrayBuffer()),
  });
  return answerOf(answer);
}

function answerOf<Body>({ statusCode, body, headers }: LightMyRequestResponse): Answer<Body> {
  const isJson = String(headers['content-type'] ?? '').includes('json');
  return { status: statusCode, body: JSON.parse(isJson ? body : JSON.stringify(body)) as Body, headers };
}
