import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { PaymentCheck } from '@/contract/payments/links';
import type { Rehearsal } from '@/contract/payments/rehearsal';
import type { Fake } from '@/fakes/core';
import { startYookassa } from '@/fakes/yookassa';
import { readEnv } from '@/server/core/env';
import type { Job } from '@/server/core/jobs/job';
import { JobRunner } from '@/server/core/jobs/runner';
import { modules, services } from '@/server/modules';
import { setSettings } from '../../support/checkout';
import { buildScene, type Scene } from '../../support/factories';
import { moscow } from '../../support/order-body';
import { buildOrder } from '../../support/orders';
import { readAllEvents } from '../../support/processes/read-events';
import { buildProduct } from '../../support/products';
import { type TestApp, testApp } from '../../support/server';
import { buildMember } from '../../support/team';

/** Rehearsal of a demo: a stand-in acquirer is broken and watched through the API. */
let api: TestApp;
let fake: Fake;
let scene: Scene;
const keys = { shopId: '100500', secret: 'test_secret' };

beforeAll(async () => {
  fake = await startYookassa({
    ...{ ...keys, webhookUrl: 'http://localhost/admin/rest/webhooks/yookassa', now: () => api.now() },
    deliver: async (url, payload) => {
      const answer = await api.app.inject({
        ...{ method: 'POST', url: new URL(url).pathname, payload },
        headers: { 'content-type': 'application/json' },
      });
      return [answer.statusCode, answer.body];
    },
  });
  api = await testApp({
    ...{
      demo: true,
      standIn: { ...fake, provider: 'yookassa' },
      yookassa: { ...keys, url: `${fake.base}/v3` },
    },
    patience: { pause: async () => {}, totalMs: 10_000 },
  });
});
beforeEach(async () => {
  await api.reset();
  await fake.control({ do: 'forget' });
  scene = await buildScene(api.db);
  await setSettings(api, {});
  await ask('POST', '/breakdown', { breakdown: null });
});
afterAll(async () => {
  await api.close();
  await fake.close();
});

const ask = (
  method: 'GET' | 'POST',
  path = '',
  body?: object,
  person: { id: number } | null = scene.super_admin,
) => api.request<Rehearsal & { message: string }>(person, method, `dev/rehearsal${path}`, body);

/** The demo's customer has bought before, and something is on sale. */
async function buildDemo(): Promise<void> {
  await api.db
    .updateTable('users')
    .set({ email: 'customer@demo.ru' })
    .where('id', '=', scene.customer.id)
    .execute();
  const product = await buildProduct(api.db, { shop: scene.shop, price: 500 });
  await api.db.updateTable('products').set({ quantity: 5 }).where('id', '=', product.id).execute();
  const { id } = await buildOrder(api, { customer: scene.customer, lines: [{ shop: scene.shop }] });
  const address = JSON.stringify(moscow);
  await api.db.updateTable('orders').set({ shipping_address: address }).where('id', '=', id).execute();
}

async function runJobs(): Promise<void> {
  await readAllEvents(api);
  const jobs: Job[] = modules
    .flatMap((module) => module.jobs ?? [])
    .flatMap((of) => of(api.deps, api.app.log, services))
    .filter(({ kind, name }) => kind === 'queued' || name.startsWith('payment'));
  const runner = new JobRunner(api.deps, jobs, () => {});
  await runner.prepare();
  await runner.runDue();
  await runner.stop();
}

/** An order whose payment the acquirer knows. */
async function placed(): Promise<number> {
  await buildDemo();
  const answer = await ask('POST', '/orders', {});
  expect([answer.status, answer.body.message]).toEqual([200, undefined]);
  await runJobs();
  const { body } = await ask('GET');
  expect(body.attempts).toMatchObject([{ state: 'pending', amount: 500, is_payable: true }]);
  return body.attempts[0]?.id ?? 0;
}

describe('the rehearsal', () => {
  it('is for finance only', async () => {
    expect((await ask('GET', '', undefined, null)).status).toBe(401);
    expect((await ask('GET', '', undefined, scene.customer)).status).toBe(403);
    expect((await ask('GET', '', undefined, await buildMember(api.db, 'support'))).status).toBe(403);
    expect((await ask('POST', '/orders', {}, scene.store_owner)).status).toBe(403);
  });

  it('is off in a demo without a stand-in, where nothing can be broken', async () => {
    const other = await testApp({ demo: true });
    const { super_admin } = await buildScene(other.db);

    expect((await other.request(super_admin, 'GET', 'dev/rehearsal')).body).toMatchObject({ is_on: false });
    expect((await other.request(super_admin, 'POST', 'dev/rehearsal/orders', {})).status).toBe(404);
    await other.close();
  });

  it('refuses what it cannot break, and payments that nobody waits for', async () => {
    expect((await ask('POST', '/breakdown', { breakdown: 'everything' })).status).toBe(422);
    expect((await ask('POST', '/orders', {})).status).toBe(404);
    for (const id of ['7', 'x'])
      expect([id, (await ask('POST', `/attempts/${id}/pay`, {})).status]).toEqual([id, 404]);
  });

  it('says what the acquirer says of a payment, whatever became of its webhook', async () => {
    const id = await placed();
    const { order_id } = await api.db
      .selectFrom('payment_attempts')
      .select('order_id')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const check = async (person: { id: number } | null = scene.super_admin, order = order_id) => {
      const path = `orders/${order}/payment-check`;
      const { status, body } = await api.request<PaymentCheck>(person, 'POST', path);
      return [status, body.said];
    };
    expect((await check(null))[0]).toBe(401);
    expect((await check(scene.store_owner))[0]).toBe(403);
    expect((await check(scene.super_admin, 999_999))[0]).toBe(404);
    expect(await check()).toEqual([200, 'pending']);

    // The webhook is lost, so only the acquirer knows.
    await ask('POST', '/breakdown', { breakdown: 'lose' });
    await ask('POST', `/attempts/${id}/pay`, {});

    expect(await check()).toEqual([200, 'paid']);
    const stored = await api.db.selectFrom('payment_attempts').select('state').execute();
    expect(stored).toEqual([{ state: 'paid' }]);
  });

  it('places an order of the customer and pays it, and the books agree', async () => {
    const id = await placed();

    await ask('POST', `/attempts/${id}/pay`, {});
    await runJobs();

    const { body } = await ask('GET');
    expect(body).toMatchObject({ taken: 500, booked: 500, breakdown: null });
    expect(body.attempts[0]).toMatchObject({
      ...{ state: 'paid', captured: 500, is_payable: false, tasks: [], entries: 1 },
      webhooks: [{ state: 'applied' }],
    });
    expect((await ask('POST', `/attempts/${id}/pay`, {})).body.message).toBe('ACTION_NOT_VALID');
  });

  it('holds webhooks back until it is mended', async () => {
    const id = await placed();
    await ask('POST', '/breakdown', { breakdown: 'hold' });
    await ask('POST', `/attempts/${id}/pay`, {});
    expect((await ask('GET')).body).toMatchObject({ breakdown: 'hold', taken: 500, booked: 0 });

    await ask('POST', '/breakdown', { breakdown: null });
    await runJobs();

    expect((await ask('GET')).body).toMatchObject({ breakdown: null, taken: 500, booked: 500 });
  });

  it('pays once for a webhook that comes twice, and leaves another sum to a person', async () => {
    const id = await placed();
    await ask('POST', '/breakdown', { breakdown: 'twice' });
    await ask('POST', `/attempts/${id}/pay`, {});
    await runJobs();
    expect((await ask('GET')).body).toMatchObject({ booked: 500, attempts: [{ webhooks: [{}] }] });

    await ask('POST', '/orders', {});
    await runJobs();
    await ask('POST', '/breakdown', { breakdown: 'wrong-sum' });
    const [latest] = (await ask('GET')).body.attempts;
    await ask('POST', `/attempts/${latest?.id}/pay`, {});
    await runJobs();

    const { body } = await ask('GET');
    expect(body).toMatchObject({ taken: 990, booked: 990 });
    expect(body.attempts[0]?.tasks).toMatchObject([{ kind: 'wrong_sum', state: 'open' }]);
  });

  it('says until when the acquirer is silent', async () => {
    const { body } = await ask('POST', '/breakdown', { breakdown: 'silence' });

    expect(body.until).toBe(new Date(api.now().getTime() + 60_000).toISOString());
  });
});

describe('the environment', () => {
  it('allows it only in a demo without an acquirer, in one process', () => {
    expect(readEnv({ REHEARSAL: 'true', DEMO: 'true' }).rehearsal).toBe(true);
    expect(readEnv({ DEMO: 'true' }).rehearsal).toBe(false);
    for (const more of [
      {},
      { DEMO: 'true', YOOKASSA_SHOP_ID: '1', YOOKASSA_SECRET: 'x' },
      { DEMO: 'true', PROCESSES: '2' },
    ])
      expect(() => readEnv({ REHEARSAL: 'true', ...more })).toThrow('REHEARSAL');
  });
});
