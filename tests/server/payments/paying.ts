import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import type { PaymentIntent } from '@/contract/orders/wire';
import type { Fake, Received } from '@/fakes/core';
import { startTbank } from '@/fakes/tbank';
import { startYookassa } from '@/fakes/yookassa';
import { JobRunner } from '@/server/core/jobs/runner';
import { orders } from '@/server/modules/orders';
import { payments } from '@/server/modules/payments';
import { placedOrder } from '../../support/order-life';
import { readAllEvents } from '../../support/processes/read-events';
import { buildProduct } from '../../support/products';
import { setUpScene } from '../../support/scene';
import type { TestApp } from '../../support/server';

const start = new Date('2026-03-10T09:00:00.000Z');

type AcquirerName = 'yookassa' | 'tbank';

/**
 * The API with an acquirer, which is a stand-in of ours: its webhooks reach the API over HTTP. Jobs run when a test says so,
 * and both clocks move together.
 */
export function setUpPaying(
  name: AcquirerName,
  { secret = 'live_secret', isHasty = false }: { secret?: string; isHasty?: boolean } = {},
) {
  const credentials =
    name === 'yookassa' ? { shopId: '100500', secret } : { terminal: 'DemoTerm', password: 'p' };
  const settings = { ...credentials, url: '' };
  // Without pauses between the repeats of a request.
  const patience = isHasty ? { patience: { pause: async () => {} } } : {};
  const more = { ...patience, sbpSecret: undefined, [name]: settings, publicUrl: '' };
  let fake: Fake;
  let bridge: Server;
  /** The public address of the API, for webhooks that name it. */
  let address = '';
  /** While false, webhooks are answered 503. */
  const shop = { isUp: true };

  beforeAll(async () => {
    bridge = createServer((request, response) => {
      const parts: Buffer[] = [];
      request.on('data', (part: Buffer) => parts.push(part));
      request.on('end', () => {
        if (!shop.isUp) return response.writeHead(503).end();
        void api.app
          .inject({
            method: 'POST',
            url: `/admin/rest/webhooks/${name}`,
            headers: { 'content-type': 'application/json' },
            payload: Buffer.concat(parts),
          })
          .then((answer) => response.writeHead(answer.statusCode).end(answer.body));
      });
    });
    await new Promise<void>((done) => bridge.listen(0, '127.0.0.1', done));
    address = `http://127.0.0.1:${(bridge.address() as AddressInfo).port}`;
    more.publicUrl = address;
  });
  // After the address is known.
  const { api, scene } = setUpScene(more);
  const paying = { api, scene, errors: [] as unknown[] };
  beforeEach(async () => {
    await fake?.close();
    fake = await (name === 'yookassa'
      ? startYookassa({ shopId: '100500', secret, webhookUrl: address, now: start })
      : startTbank({ terminal: 'DemoTerm', password: 'p', now: start }));
    settings.url = `${fake.base}/${name === 'yookassa' ? 'v3' : 'v2'}`;
    paying.errors.length = 0;
    shop.isUp = true;
  });
  afterAll(async () => {
    await fake?.close();
    bridge.closeAllConnections();
    bridge.close();
  });

  const control = async (command: Record<string, unknown>) => {
    const result = await fake.control(command);
    // Its webhooks have arrived.
    await fake.control({ do: 'delivered' });
    return result;
  };
  const jobsOf = (names: readonly string[]) =>
    [...payments.jobs(api.deps, api.app.log), ...orders.jobs()].filter(
      (job) => names.length === 0 || names.includes(job.name),
    );
  const runner = (names: readonly string[] = []) =>
    new JobRunner({ ...api.deps, db: api.db, databaseKind: 'server' }, jobsOf(names), (error) =>
      paying.errors.push(error),
    );

  return Object.assign(paying, {
    shop,
    control,
    runner,
    /** What follows from events, and queued jobs that are due; those that wait wait on. */
    runJobs: async () => {
      await readAllEvents(api);
      const own = runner();
      const names = jobsOf([]).map((job) => job.name);
      do {
        await own.runDue();
        // Another runner's jobs wait for the stand-in, which answers in this process.
        await pause(5);
      } while (await isAnyJobDue(api, names));
    },
    /** A scheduled job, now. */
    runNow: async (job: string) => {
      const found = jobsOf([job])[0];
      if (!found) throw new Error(`No job ${job}`);
      await found.run(
        {
          ctx: { ...jobContext(api), db: api.db },
          signal: new AbortController().signal,
          report: (error: unknown) => paying.errors.push(error),
        } as never,
        {},
      );
    },
    /** Moves both clocks. */
    wait: async (ms: number) => {
      api.setNow(new Date(api.now().getTime() + ms));
      await control({ do: 'move', ms });
    },
    received: async (path: string, method = 'POST') =>
      ((await control({ do: 'journal' })) as Received[]).filter(
        (one) => one.method === method && one.path.endsWith(path),
      ),
    ask: (number: string, more = '') =>
      api.request<PaymentIntent & { message: string; errors: unknown }>(
        scene.customer,
        'GET',
        `payment-intent?tracking_number=${number}${more}`,
      ),
    webhook: (body: unknown, headers: Record<string, string> = {}) =>
      api.request<string>(
        null,
        'POST',
        `webhooks/${name}`,
        typeof body === 'string' ? body : JSON.stringify(body),
        headers,
      ),
    /** An unpaid order of 2,000 ₽ by card. */
    unpaid: async (more: object = {}) => {
      const product = await buildProduct(api.db, { shop: scene.shop });
      const order = await placedOrder(api, {
        customer: scene.customer,
        gateway: 'ONLINE_CARD' as const,
        lines: [{ shop: scene.shop, product, quantity: 2, unitPrice: 100_000 }],
        ...more,
      });
      return { ...order, number: order.tracking_number, product };
    },
    attempts: () => api.db.selectFrom('payment_attempts').selectAll().orderBy('id').execute(),
    webhooks: () => api.db.selectFrom('provider_webhooks').selectAll().orderBy('id').execute(),
  });
}

/** Due, or running: a runner may return while it chargebacks the next one. */
/** Of the jobs that the runner runs: those of others wait on. */
async function isAnyJobDue({ db, now }: Pick<TestApp, 'db' | 'now'>, names: string[]): Promise<boolean> {
  const job = await db
    .selectFrom('jobs')
    .select('id')
    .where('failed_at', 'is', null)
    .where('is_scheduled', '=', false)
    .where('name', 'in', names)
    .where((eb) => eb.or([eb('locked_by', 'is not', null), eb('run_at', '<=', now())]))
    .limit(1)
    .executeTakeFirst();
  return job !== undefined;
}

const jobContext = (api: { now: () => Date }) => ({
  now: api.now(),
  publicUrl: 'https://shop.test',
  user: null,
  locale: 'ru',
  ip: '',
  requestId: 'job',
});

export type Paying = ReturnType<typeof setUpPaying>;

/** The one attempt that there must be. */
export async function attemptOf({ attempts }: Pick<Paying, 'attempts'>) {
  const rows = await attempts();
  const [row] = rows;
  if (!row || rows.length > 1) throw new Error(`${rows.length} attempts`);
  return row;
}
