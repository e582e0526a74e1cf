import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createServer } from '@/server/core/http/server';
import { openBuild } from '@/server/core/web/web-build';
import { prepareWeb, serveWeb } from '@/web';

/** The panel whose build is missing, incomplete or replaced while the server runs. */
let distDir: string;
const open: { close: () => unknown }[] = [];

beforeEach(() => {
  distDir = mkdtempSync(join(tmpdir(), 'gostiny-build-'));
});
afterEach(async () => {
  await Promise.all(open.splice(0).map((one) => one.close()));
  rmSync(distDir, { recursive: true, force: true });
});

function write(path: string, content: object | string): void {
  const file = join(distDir, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
}

/** As Next writes it: a page of the server, and a page that is the same for everybody in each language. */
function build(): void {
  write('BUILD_ID', 'one');
  write('routes-manifest.json', {
    staticRoutes: [{ page: '/login' }, { page: '/register' }],
    dynamicRoutes: [],
    i18n: { locales: ['ru', 'en', 'ar'] },
  });
  write('build-manifest.json', { pages: { '/_app': ['static/app.js'], '/login': ['static/login.js'] } });
  const pages = ['/ru/login', '/en/login', '/ar/login'].map((page) => [page, `pages${page}.html`]);
  write('server/pages-manifest.json', { ...Object.fromEntries(pages), '/register': 'pages/register.js' });
  for (const [, path] of pages) write(`server/${path}`, '<!doctype html><title>page</title>');
  write('server/pages/register.js', '');
  for (const name of ['app', 'login']) write(`static/${name}.js`, '');
}

async function panel() {
  const app = createServer({ trustProxy: false, logLevel: 'silent', publicUrl: 'http://shop.test' });
  open.push(app);
  const next = {
    getRequestHandler: () => async (_request: unknown, response: { end: (page: string) => void }) =>
      response.end('page'),
    close: async () => undefined,
  } as unknown as Parameters<typeof serveWeb>[1];
  await serveWeb(app, next, {
    ...{ dev: false, distDir, apiUrl: undefined, sentryDsn: undefined, mapsKey: undefined },
    ...{ storageUrl: undefined, pictureOrigins: [], demo: false },
    whoIs: async () => null,
    languages: async () => ['ru', 'en', 'ar'],
    site: async () => undefined,
    originOf: () => 'http://shop.test',
  });
  return async (url: string) => {
    const { statusCode, body, headers } = await app.inject({ url });
    return { status: statusCode, body, headers };
  };
}

describe('a missing build', () => {
  it('answers 503 with what to do, in the language of the address', async () => {
    const get = await panel();
    const russian = await get('/admin/orders?page=2');

    expect(russian.status).toBe(503);
    expect(russian.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'retry-after': '60',
      'content-security-policy': expect.stringContaining("default-src 'self'"),
    });
    expect(russian.body).toMatch(/<html lang="ru">[\s\S]*Панель пока не открывается[\s\S]*npm run build/);
    expect((await get('/admin/en/login')).body).toMatch(/<html lang="en">[\s\S]*npm run build/);
    expect((await get('/admin/ar')).body).toMatch(/<html lang="ar" dir="rtl">[\s\S]*npm run build/);
    expect((await get('/')).headers.location).toBe('/admin');
  });

  it('is told to the operator, and Next is not loaded', async () => {
    const told = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    expect(await prepareWeb(false, 0, join(distDir, 'none'))).toBeUndefined();

    expect(told.mock.calls.join('')).toMatch(
      /^The build of the panel in \S+ is missing: run npm run build .*\n$/,
    );
    told.mockRestore();
  });

  it.each([
    ['a file of it', 'server/pages/register.js'],
    ['a script', 'static/login.js'],
    ['its id', 'BUILD_ID'],
    ['its list of pages', 'server/pages-manifest.json'],
  ])('is recognised by the lack of %s', (_what, path) => {
    build();
    expect(openBuild(distDir)).toBeTypeOf('object');
    rmSync(join(distDir, path));

    expect(openBuild(distDir)).toMatch(/ is incomplete \(.*\): run npm run build and start again\./);
    expect(openBuild(distDir)).toContain(path);
  });

  it('is also one of another version of Next', () => {
    build();
    write('diagnostics/framework.json', { name: 'Next.js', version: '1.2.3' });

    expect(openBuild(distDir)).toMatch(/ was made by Next 1\.2\.3: run npm run build and start again\./);
  });
});

describe('a build that changes while the server runs', () => {
  it('answers 503 for a page whose file is gone, and serves the others', async () => {
    build();
    const get = await panel();
    expect((await get('/admin/login')).body).toContain('<!doctype html>');
    expect((await get('/admin/register')).body).toBe('page');
    rmSync(join(distDir, 'server/pages/register.js'));
    rmSync(join(distDir, 'server/pages/en/login.html'));

    expect((await get('/admin/register')).status).toBe(503);
    expect((await get('/admin/en/login')).body).toContain('The panel does not open yet');
    expect((await get('/admin/login')).body).toContain('<!doctype html>');
  });

  it.each([
    ['is removed', () => rmSync(distDir, { recursive: true })],
    ['is replaced by another', () => write('BUILD_ID', 'two')],
  ])('answers 503 for every page when it %s', async (_how, change) => {
    build();
    const get = await panel();
    change();

    expect((await get('/admin/login')).body).toContain('Панель пока не открывается');
  });

  it('answers 404 for a script that it does not have, as text and never stored', async () => {
    build();
    const get = await panel();
    const { status, body, headers } = await get('/admin/_next/static/chunks/gone.js');

    expect([status, body, headers['cache-control']]).toEqual([404, 'Not found\n', 'no-store']);
    expect((await get('/admin/_next/static/login.js')).body).toBe('page');
    for (const wrong of ['%E0%A4%A', '%FF'])
      expect((await get(`/admin/_next/static/${wrong}`)).status).toBe(400);
  });
});
