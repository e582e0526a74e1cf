import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createApp } from '@/server/app';
import { openServer } from '@/server/core/db/client';
import { say, setUpService } from '../../support/fake-service';
import { type TestApp, testApp } from '../../support/server';

/** The tunnel of error reports: to one host and project, and to nowhere else. */
const ingest = setUpService();
let api: TestApp;
let dsn: URL;

beforeAll(async () => {
  dsn = new URL(`${ingest.base.replace('//', '//publickey@')}/inner/errors/42`);
  api = await testApp({ sentryDsn: dsn.href });
});
beforeEach(() => {
  ingest.answer = say({ id: 'a' });
});
afterAll(() => api.close());

const envelope = (named: unknown = dsn.href, more = '') =>
  `${JSON.stringify({ event_id: 'a', dsn: named })}\n{"type":"event"}\n{"message":"boom"}${more}`;
const post = (payload: string | Buffer, to = api.app) =>
  to.inject({
    method: 'POST',
    url: '/admin/monitoring',
    headers: { 'content-type': 'text/plain;charset=UTF-8' },
    payload,
  });

describe('the tunnel', () => {
  it('forwards an envelope unchanged, to the project of a host with a path', async () => {
    ingest.answer = say({ id: 'a' }, 200, { 'x-sentry-rate-limits': '60:error:project' });

    const { statusCode, headers, body } = await post(envelope());

    expect([statusCode, headers['x-sentry-rate-limits'], body]).toEqual([200, '60:error:project', '']);
    expect(ingest.asked).toEqual([
      expect.objectContaining({
        method: 'POST',
        url: '/inner/errors/api/42/envelope/?sentry_version=7&sentry_key=publickey',
        headers: expect.objectContaining({ 'content-type': 'application/x-sentry-envelope' }),
      }),
    ]);
    expect(String(ingest.asked[0]?.body)).toBe(envelope());
  });

  it('does not identify the user', async () => {
    await api.app.inject({
      method: 'POST',
      url: '/admin/monitoring',
      headers: { cookie: 'AUTH_CRED=secret', authorization: 'Bearer secret', 'content-type': 'text/plain' },
      payload: envelope(),
    });

    expect(JSON.stringify(ingest.asked[0]?.headers)).not.toContain('secret');
  });

  it('forwards nothing to another host, project or key', async () => {
    const others = [
      'https://publickey@evil.test/inner/errors/42',
      dsn.href.replace('/42', '/43'),
      dsn.href.replace('/inner', ''),
      dsn.href.replace('publickey', 'otherkey'),
      dsn.href.replace(dsn.host, `${dsn.host}.evil.test`),
      'javascript:alert(1)',
      '',
      null,
      7,
    ];
    for (const other of others) expect((await post(envelope(other))).statusCode).toBe(403);
    for (const junk of ['x', '{}', '[]', 'null', '\n', '{"dsn":', Buffer.from([0, 255, 10])])
      expect((await post(junk)).statusCode).toBe(403);
    expect(ingest.asked).toEqual([]);
  });

  it('accepts at most a megabyte, no empty body, and only POST', async () => {
    expect((await post(envelope(undefined, 'x'.repeat(1024 * 1024)))).statusCode).toBe(413);
    expect((await post(envelope(undefined, 'x'.repeat(900 * 1024)))).statusCode).toBe(200);
    expect((await api.app.inject({ method: 'POST', url: '/admin/monitoring' })).statusCode).toBe(400);
    for (const method of ['GET', 'PUT', 'DELETE'] as const)
      expect((await api.app.inject({ method, url: '/admin/monitoring' })).statusCode).toBe(404);
    expect(ingest.asked).toHaveLength(1);
  });

  it('passes the service’s response through, and 503 without one', async () => {
    ingest.answer = say('', 429, { 'retry-after': '30' });
    const limited = await post(envelope());
    expect([limited.statusCode, limited.headers['retry-after']]).toEqual([429, '30']);
    ingest.answer = (response) => response.destroy();
    expect((await post(envelope())).statusCode).toBe(503);
    ingest.answer = (response) => response.writeHead(302, { location: 'http://169.254.169.254/' }).end();
    expect((await post(envelope())).statusCode).toBe(503);
  });

  it('answers 404 without a DSN, also where every other address is a page', async () => {
    const plain = await testApp();
    plain.app.all('/admin/*', async () => 'a page');

    expect((await post(envelope(), plain.app)).statusCode).toBe(404);
    expect((await plain.app.inject({ url: '/admin/monitoring' })).statusCode).toBe(404);
    expect((await plain.app.inject({ url: '/admin/monitoring/' })).statusCode).toBe(404);
    await plain.close();
  });

  it('limits the rate', async () => {
    await api.reset();
    const other = await createApp(api.deps);
    const apps = [api.app, other];
    const statuses: number[] = [];
    for (let count = 0; count < 130; count += 1)
      statuses.push((await post(envelope(), apps[count % 2])).statusCode);

    expect(statuses.filter((status) => status === 200)).toHaveLength(120);
    expect(statuses.slice(120)).toEqual(Array(10).fill(429));
    expect(ingest.asked).toHaveLength(120);
    await other.close();
  });

  it('forwards reports while the database is down, as many as one process may', async () => {
    const gone = openServer('postgres://nobody@127.0.0.1:9/none', 1);
    const lone = await createApp({ ...api.deps, db: gone.db });
    const statuses: number[] = [];
    for (let count = 0; count < 121; count += 1) statuses.push((await post(envelope(), lone)).statusCode);

    expect(statuses).toEqual([...Array(120).fill(200), 429]);
    await lone.close();
    await gone.close();
  });
});
