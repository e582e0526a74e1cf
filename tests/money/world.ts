import type { FastifyInstance } from 'fastify';
import { panelAccept } from '@/contract/core/panel-client';
import type { Provider } from '@/contract/ledger/accounts';
import type { Fake } from '@/fakes/core';
import { startTbank } from '@/fakes/tbank';
import { startYookassa } from '@/fakes/yookassa';
import { createApp } from '@/server/app';
import type { Deps } from '@/server/core/deps';
import { eventJobs, readEvents } from '@/server/core/events/read-events';
import type { Job } from '@/server/core/jobs/job';
import { JobRunner } from '@/server/core/jobs/runner';
import type { AcquirerSettings } from '@/server/integrations/acquirer-settings';
import { modules, services } from '@/server/modules';
import { setSettings } from '../support/checkout';
import { buildScene, type Scene } from '../support/factories';
import { type BuiltProduct, buildProduct } from '../support/products';
import { type Answer, type TestApp, testApp, type Wire } from '../support/server';
import { signIn } from '../support/session';
import { openMortal } from './mortal';

/** Pieces of each product at the beginning. */
const stockAtFirst = 1000;

/** The API that sequences are played against, in front of a stand-in acquirer, or of a bank that the sequence plays itself. */
export interface MoneyWorld {
  api: TestApp;
  provider: Provider;
  /** Null for `manual`. */
  fake: Fake | null;
  scene: Scene;
  products: BuiltProduct[];
  /** Empties everything, for the next sequence. */
  begin: (seed: number) => Promise<void>;
  request: <Body = Wire>(
    user: { id: number } | null,
    method: 'GET' | 'POST' | 'PUT',
    path: string,
    body?: object | string,
    headers?: Record<string, string>,
  ) => Promise<Answer<Body>>;
  /** Runs everything that is due, as far as the process lives. */
  runJobs: () => Promise<void>;
  advance: (ms: number) => Promise<void>;
  dieAfter: (statements: number) => void;
  isDead: () => boolean;
  /** Starts the process again if it has died. True when it had. */
  restart: () => Promise<boolean>;
  /** What jobs failed with, for the report of a sequence. */
  errors: string[];
  close: () => Promise<void>;
}

/** Scheduled jobs that money waits for; the queued ones are all run. */
const moneyJobs = /unpaid|refund|payment|order-changes|dispute|reconcil/;

export async function openMoneyWorld(provider: Provider): Promise<MoneyWorld> {
  const api = await testApp();
  const mortal = openMortal();
  let app: FastifyInstance | undefined;
  const fake = await startFakeOf(provider, api, async (url, body) => {
    if (!app || mortal.isDead()) return [0, ''];
    const answer = await app.inject({
      ...{ method: 'POST', url: new URL(url).pathname, payload: body },
      headers: { 'content-type': 'application/json' },
    });
    return [answer.statusCode, answer.body];
  });
  const deps = { ...api.deps, ...acquirersOf(provider, fake), db: api.deps.db.withPlugin(mortal.plugin) };
  const opened = await createApp(deps);
  app = opened;
  const jobs = jobsOf(deps, opened);
  const errors: string[] = [];
  const runnerOf = () =>
    new JobRunner(deps, jobs, (error, job) => void errors.push(`${job}: ${String(error)}`));
  const scene = {} as Scene;
  const world: MoneyWorld = {
    ...{ api, provider, fake, scene, products: [], errors },
    begin: async (seed) => {
      mortal.revive();
      errors.length = 0;
      await api.reset();
      await fake?.control({ do: 'forget', seed });
      delete scene.picture;
      Object.assign(scene, await buildScene(api.db));
      // Each movement of money has its receipt, which `reconcile` compares.
      await setSettings(api, { receiptsFrom: '2020-01-01' });
      world.products = await buildGoods(api, scene);
      await runnerOf().prepare();
    },
    request: (user, method, path, body, headers) => ask(api, opened, { user, method, path, body, headers }),
    runJobs: async () => {
      const { signal } = new AbortController();
      const report = (error: unknown) => void errors.push(`events: ${String(error)}`);
      try {
        // What jobs do causes events, too.
        for (let round = 0; round < 3; round += 1) {
          await readEvents(deps, consumers, { signal, report });
          const runner = runnerOf();
          await runner.runDue();
          await runner.stop();
        }
      } catch (error) {
        if (!mortal.isDead()) throw error;
      }
    },
    advance: async (ms) => {
      api.setNow(new Date(api.now().getTime() + ms));
      await fake?.control({ do: 'move', ms: 0 });
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
      await opened.close();
      await fake?.close();
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

function acquirersOf(provider: Provider, fake: Fake | null): AcquirerSettings {
  const patience = { pause: async () => {}, totalMs: 400 };
  if (provider === 'yookassa')
    return { patience, yookassa: { shopId: '100500', secret: 'test_secret', url: `${fake?.base}/v3` } };
  return provider === 'tbank'
    ? { patience, tbank: { terminal: 'DemoTerm', password: 'demo-pass', url: `${fake?.base}/v2` } }
    : {};
}

const consumers = modules.flatMap((module) => module.consumers ?? []);

/** All queued jobs, those that retry events, too, and what money waits for. */
const jobsOf = (deps: Deps, { log }: FastifyInstance): Job[] =>
  [
    ...eventJobs(deps, consumers),
    ...modules.flatMap(({ jobs }) => jobs ?? []).flatMap((jobs) => jobs(deps, log, services)),
  ].filter(({ kind, name }) => kind === 'queued' || (kind === 'scheduled' && moneyJobs.test(name)));

/** Two products of each of two shops. */
async function buildGoods(api: TestApp, { shop, otherShop }: Scene): Promise<BuiltProduct[]> {
  const products: BuiltProduct[] = [];
  for (const [owner, price] of [
    [shop, 1000],
    [otherShop, 499.99],
    [shop, 0.07],
    [otherShop, 3333.33],
  ] as const)
    products.push(await buildProduct(api.db, { shop: owner, price }));
  await api.db.updateTable('products').set({ quantity: stockAtFirst }).execute();
  return products;
}

async function ask<Body>(
  { db, now }: TestApp,
  app: FastifyInstance,
  asked: {
    user: { id: number } | null;
    method: 'GET' | 'POST' | 'PUT';
    path: string;
    body?: object | string | undefined;
    headers?: Record<string, string> | undefined;
  },
): Promise<Answer<Body>> {
  const { user, method, path, body, headers = {} } = asked;
  // With the connection of the test: the buyer does not die with the process.
  const token = user ? await signIn(db, user.id, now()) : undefined;
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
  const isJson = String(answer.headers['content-type'] ?? '').includes('json');
  return {
    status: answer.statusCode,
    body: JSON.parse(isJson ? answer.body : JSON.stringify(answer.body)) as Body,
    headers: answer.headers,
  };
}
