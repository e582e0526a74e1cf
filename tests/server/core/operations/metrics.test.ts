import { buildScene, type Scene } from '@tests/support/factories';
import { type TestApp, testApp } from '@tests/support/server';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { emit } from '@/server/core/events/event';
import { readEvents } from '@/server/core/events/read-events';
import { createServer } from '@/server/core/http/server';

const metricsToken = 'key-of-the-test-scraper';
let api: TestApp;
let s: Scene;

beforeAll(async () => {
  api = await testApp({ metricsToken });
  s = await buildScene(api.db);
});
afterAll(() => api.close());

const scrape = (authorization?: string) =>
  api.app.inject({ url: '/metrics', headers: authorization ? { authorization } : {} });

it('refuses a guest, another key and a session', async () => {
  expect((await scrape()).statusCode).toBe(401);
  expect((await scrape(`Bearer ${metricsToken}x`)).statusCode).toBe(401);
  expect((await api.request(s.super_admin, 'GET', '../../metrics')).status).toBe(401);
});

it('counts responses by route and status without personal data, and jobs by state', async () => {
  await api.request(s.super_admin, 'GET', 'tags?search=name:secret');
  await api.request(null, 'GET', 'guest-orders/very-secret');
  await api.db
    .insertInto('jobs')
    .values({ name: 'lost', run_at: api.now(), created_at: api.now(), failed_at: api.now() })
    .execute();
  const { statusCode, body, headers } = await scrape(`Bearer ${metricsToken}`);
  expect(statusCode).toBe(200);
  expect(headers['content-type']).toMatch(/^text\/plain/);
  expect(body).toMatch(/duration_seconds_count\{method="GET",route="\/admin\/rest\/tags",status="200"\} 1/);
  expect(body).toContain('gostiny_jobs{state="failed"} 1');
  expect(body).toMatch(/process_resident_memory_bytes \d+/);
  expect(body).not.toContain('secret');
});

it('shows how far each consumer of business events lags behind', async () => {
  const consumer = { name: 'slow', on: { 'part-shipped': async () => {} } };
  const run = { signal: new AbortController().signal, report: () => {} };
  await readEvents(api.deps, [consumer], run);
  await emit({ db: api.db, now: api.now() }, 'part-shipped', { record: 1, data: { orderId: 1 } });
  api.setNow(new Date(api.now().getTime() + 90_000));
  const lag = async () =>
    /gostiny_events_lag_seconds\{consumer="slow"\} (\d+)/.exec(
      (await scrape(`Bearer ${metricsToken}`)).body,
    )?.[1];

  expect(await lag()).toBe('90');
  await readEvents(api.deps, [consumer], run);
  expect(await lag()).toBe('0');
});

it('does not exist without a key', async () => {
  const app = createServer({ trustProxy: false, logLevel: 'silent', publicUrl: 'http://shop.test' });
  expect((await app.inject({ url: '/metrics' })).statusCode).toBe(404);
  const plain = await testApp();
  expect((await plain.app.inject({ url: '/metrics' })).statusCode).toBe(404);
  await plain.close();
});
