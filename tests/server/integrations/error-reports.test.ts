import type { ServerResponse } from 'node:http';
import Fastify from 'fastify';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createApp } from '@/server/app';
import { openServer } from '@/server/core/db/client';
import { AppError } from '@/server/core/errors';
import { logError, openErrorReports } from '@/server/core/http/error-reports';
import { createServer } from '@/server/core/http/server';
import { serveWeb } from '@/web';
import { say, setUpService } from '../../support/fake-service';
import { testApp } from '../../support/server';

/** Errors of this process, as the service of error reports receives them. */
const ingest = setUpService();
const secret = 'SecretSecretSecretSecretSecretSecretSecret1';
let endReports: () => Promise<void>;

const open = () =>
  openErrorReports({
    sentryDsn: `${ingest.base.replace('//', '//publickey@')}/inner/errors/42`,
    version: '1.2.3',
  });
/** The reports sent so far, without the envelopes around them. */
const reports = () => ingest.asked.map(({ body }) => JSON.parse(body.toString('utf8').split('\n')[2] ?? ''));
const settings = { trustProxy: false as const, logLevel: 'silent', publicUrl: 'https://shop.test' };

beforeEach(async () => {
  ingest.answer = say({ id: 'a' });
  endReports = await open();
});
afterEach(() => endReports());

describe('an error that somebody must look at', () => {
  it('is reported with route and cause, even where nothing is logged', async () => {
    const app = createServer(settings);
    app.get('/things/:id', () => {
      throw new AppError('UNAVAILABLE', { cause: new Error('the bank is silent') });
    });
    expect((await app.inject('/things/7')).statusCode).toBe(503);
    await endReports();

    expect(ingest.asked.map(({ url }) => url.split('?')[0])).toEqual(['/inner/errors/api/42/envelope/']);
    const [report] = reports();
    expect(report).toMatchObject({
      release: '1.2.3',
      tags: { side: 'server', message: 'UNAVAILABLE', method: 'GET', route: '/things/:id' },
    });
    expect(report.exception.values.map(({ value }: { value: string }) => value)).toEqual(
      expect.arrayContaining(['the bank is silent']),
    );
    await app.close();
  });

  it('is reported without bodies, queries, tokens and the values of a failed query', async () => {
    const app = createServer(settings);
    app.post('/things/:token', () => {
      throw Object.assign(new Error(`no answer of /pay/${secret} to anna@shop.test`), {
        params: [secret],
        query: `select '${secret}'`,
      });
    });
    await app.inject({
      method: 'POST',
      url: `/things/${secret}?search=${secret}`,
      headers: { authorization: `Bearer ${secret}`, cookie: `a=${secret}`, referer: `/a?token=${secret}` },
      payload: { card: secret },
    });
    await endReports();

    expect(ingest.asked).toHaveLength(1);
    const sent = String(ingest.asked[0]?.body);
    expect(sent).toContain('no answer of');
    expect(sent).not.toContain(secret);
    expect(sent).not.toContain('anna@');
  });

  it('is a database that does not respond, and a job that fails', async () => {
    const api = await testApp();
    const gone = openServer('postgres://nobody@127.0.0.1:9/none', 1);
    const lone = await createApp({ ...api.deps, db: gone.db });
    await lone.inject('/admin/rest/tags');
    logError(lone.log, new Error('the letter got lost'), 'job failed', { job: 'letters' });
    await endReports();

    const tags = reports().map(({ tags: found }) => found);
    expect(tags).toContainEqual(
      expect.objectContaining({ route: '/admin/rest/tags', message: 'UNAVAILABLE' }),
    );
    expect(tags).toContainEqual(expect.objectContaining({ job: 'letters', message: 'job failed' }));
    await lone.close();
    await gone.close();
    await api.close();
  });

  it('is a page that Next fails on', async () => {
    const app = createServer(settings);
    const next = {
      getRequestHandler: () => async (_request: unknown, response: ServerResponse) => {
        response.statusCode = 500;
        response.end();
      },
      close: async () => undefined,
    } as unknown as Parameters<typeof serveWeb>[1];
    await serveWeb(app, next, {
      ...{ dev: true, distDir: '', apiUrl: undefined, sentryDsn: undefined, mapsKey: undefined },
      ...{ storageUrl: undefined, pictureOrigins: [], demo: false },
      whoIs: async () => null,
      languages: async () => ['ru'],
      site: async () => undefined,
      originOf: () => 'http://shop.test',
    });
    await app.inject(`/admin/login?from_url=${secret}`);
    await endReports();

    expect(reports()[0]).toMatchObject({ tags: { message: 'INTERNAL', route: '/login' } });
    expect(String(ingest.asked[0]?.body)).not.toContain(secret);
    await app.close();
  });

  it('is not what people do wrong', async () => {
    const api = await testApp();
    const statuses = [
      (await api.request(null, 'GET', 'me')).status,
      (await api.request(null, 'GET', 'nothing')).status,
      (await api.request(null, 'POST', 'token', '{')).status,
      (await api.request(null, 'POST', 'token', {})).status,
    ];
    await endReports();

    expect(statuses).toEqual([401, 404, 400, 422]);
    expect(ingest.asked).toEqual([]);
    await api.close();
  });
});

it('reports at most 60 errors in a minute', async () => {
  const app = Fastify();
  for (let count = 0; count < 70; count += 1) {
    logError(app.log, new Error(`error ${count}`), 'INTERNAL');
    await vi.waitFor(() => expect(ingest.asked).toHaveLength(Math.min(count + 1, 60)));
  }
});

it('reports nothing without a DSN', async () => {
  await endReports();
  endReports = await openErrorReports({ sentryDsn: undefined, version: '1.2.3' });
  logError(Fastify().log, new Error('boom'), 'INTERNAL');
  await endReports();

  expect(ingest.asked).toEqual([]);
});
