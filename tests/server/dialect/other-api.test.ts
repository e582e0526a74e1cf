import { createServer as createHttp, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it, vi } from 'vitest';
import { readEnv } from '@/server/core/env';
import { createServer } from '@/server/core/http/server';
import { languagesAgeMs } from '@/server/core/settings';
import { askWhoIs, openLanguages } from '@/server/core/web/remote-session';
import { serveWeb } from '@/web';

/** The panel in front of another API server on another origin. */
const open: { close: () => unknown }[] = [];

afterEach(async () => {
  vi.useRealTimers();
  await Promise.all(open.splice(0).map((one) => one.close()));
});

const base = 'https://api.example.com/rest';

it('needs one address: the server uses the browsers’ one, unless a shorter one is configured', () => {
  const given = { NEXT_PUBLIC_REST_API_ENDPOINT: `${base}/` };

  expect(readEnv(given)).toMatchObject({ apiUrl: base, browserApiUrl: base });
  expect(readEnv({ ...given, API_URL: 'http://10.0.0.2:4000/rest' })).toMatchObject({
    apiUrl: 'http://10.0.0.2:4000/rest',
    browserApiUrl: base,
  });
  expect(readEnv({ NEXT_PUBLIC_REST_API_ENDPOINT: '/rest' }).browserApiUrl).toBeUndefined();
});

async function panel(whoIs: () => Promise<{ permissions: string[] } | null>, storageUrl?: string) {
  const app = createServer({ trustProxy: false, logLevel: 'silent', publicUrl: 'http://shop.test' });
  open.push(app);
  const next = {
    getRequestHandler: () => async (_request: unknown, response: { end: (page: string) => void }) =>
      response.end('<!doctype html>'),
    close: async () => undefined,
  } as unknown as Parameters<typeof serveWeb>[1];
  const options = {
    dev: true,
    distDir: '',
    sentryDsn: undefined,
    mapsKey: undefined,
    storageUrl,
    pictureOrigins: [],
    demo: false,
    site: async () => undefined,
    originOf: () => 'http://shop.test',
  };
  const languages = async () => ['ru'];
  await serveWeb(app, next, { ...options, apiUrl: base, whoIs, languages });
  return (url: string) => app.inject({ url });
}

it('lets pages call that API and show its pictures, and connects to it early', async () => {
  const get = await panel(async () => null);

  const { headers } = await get('/admin/login');

  expect(headers['content-security-policy']).toMatch(/connect-src 'self' https:\/\/api\.example\.com[ ;]/);
  expect(headers['content-security-policy']).toMatch(/img-src [^;]* https:\/\/api\.example\.com;/);
  expect(String(headers.link)).toContain('<https://api.example.com>; rel=preconnect');
  expect(String(headers.link)).not.toContain('/admin/rest');
});

it('lets pages send files to the storage and show pictures from it, and to no other', async () => {
  const { headers } = await (await panel(async () => null, 'http://files.test:9000/base'))('/admin/login');

  const policy = String(headers['content-security-policy']);
  expect(policy).toMatch(/connect-src 'self' https:\/\/api\.example\.com http:\/\/files\.test:9000[ ;]/);
  expect(policy).toMatch(/img-src [^;]* http:\/\/files\.test:9000;/);
  const without = await (await panel(async () => null))('/admin/login');
  expect(String(without.headers['content-security-policy'])).not.toContain('files.test');
});

it('opens a page whose session cannot be checked, with 503 and never raw JSON', async () => {
  const get = await panel(() => Promise.reject(new Error('refused')));

  const answer = await get('/admin/tags');

  expect([answer.statusCode, answer.body]).toEqual([503, '<!doctype html>']);
});

/** An API with the same response to every request. */
async function answering(status: number, body: string): Promise<string> {
  const server: Server = createHttp((_request, response) => response.writeHead(status).end(body));
  open.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

it('ends a session only for a refused token, and reads permissions as rows or names', async () => {
  const asked = async (status: number, body: string) => askWhoIs(await answering(status, body), 'token');

  expect(await asked(200, '{"permissions":[{"id":1,"name":"staff"}]}')).toEqual({ permissions: ['staff'] });
  expect(await asked(200, '{"permissions":["staff"]}')).toEqual({ permissions: ['staff'] });
  expect(await asked(401, '{}')).toBeNull();
  expect((await asked(409, '{}'))?.permissions).toContain('super_admin');
  await expect(asked(500, '{}')).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  await expect(asked(200, '<html>')).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  await expect(askWhoIs('http://127.0.0.1:9', 'token')).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  expect(await askWhoIs('http://127.0.0.1:9', null)).toBeNull();
});

it('requests its languages every few seconds at most', async () => {
  let asked = 0;
  const server = createHttp((_request, response) => {
    asked += 1;
    response.end(JSON.stringify({ options: { languages: ['ru', asked === 1 ? 'en' : 'ar'] } }));
  });
  open.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const languages = openLanguages(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);

  expect([await languages(), await languages(), asked]).toEqual([['ru', 'en'], ['ru', 'en'], 1]);
  vi.setSystemTime(Date.now() + languagesAgeMs);
  expect([await languages(), asked]).toEqual([['ru', 'ar'], 2]);
});
