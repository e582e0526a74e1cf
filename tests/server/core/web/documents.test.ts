import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer as createNodeServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { defaultSettings } from '@/contract/settings';
import { openDocuments, type ReadSite } from '@/server/core/web/documents';
import { askSettings, openSite } from '@/server/core/web/remote-session';

/** The head of a served document, which programs that preview a link read without running a script. */
let distDir: string;
const open: { close: () => unknown }[] = [];

const prerendered =
  '<!DOCTYPE html><html><head><meta name="viewport" content="width=device-width" data-next-head=""/>' +
  '<title data-next-head="">Метки — Гостиный двор | Электронная коммерция</title>' +
  '<link rel="icon" href="/admin/favicon.svg" data-next-head=""/>' +
  '<link rel="manifest" href="/admin/manifest.webmanifest"/></head><body>панель</body></html>';

beforeEach(() => {
  distDir = mkdtempSync(join(tmpdir(), 'gostiny-documents-'));
  mkdirSync(join(distDir, 'server/pages'), { recursive: true });
  const files = {
    ...{ '/ru/tags': 'pages/tags.html', '/ru': 'pages/home.html', '/ru/500': 'pages/home.html' },
    '/_error': 'pages/_error.js',
  };
  writeFileSync(join(distDir, 'server/pages-manifest.json'), JSON.stringify(files));
  writeFileSync(join(distDir, 'server/pages/tags.html'), prerendered);
  writeFileSync(join(distDir, 'server/pages/home.html'), prerendered.replace('Метки — ', ''));
});
afterEach(async () => {
  await Promise.all(open.splice(0).map((one) => one.close()));
  rmSync(distDir, { recursive: true, force: true });
});

const site = {
  ...defaultSettings,
  siteTitle: 'Ярмарка «Лад»',
  logo: { id: 1, original: '/admin/rest/files/1.png', thumbnail: '' },
  seo: {
    ...{ metaTitle: 'Всё для дома', metaDescription: '"><script>alert(1)</script>' },
    ...{ twitterHandle: '@yarmarka', canonicalUrl: 'https://yarmarka.example' },
  },
};

async function ask(page: string | undefined, readSite: ReadSite = async () => site, headers = {}, url = '/') {
  const show = openDocuments(distDir, readSite, () => 'https://shop.test');
  const app = Fastify();
  open.push(app);
  app.get('*', async (request, reply) => {
    if (!(await show(request, reply, { page, language: 'ru' }))) return 'Next';
    return reply;
  });
  return app.inject({ url, headers });
}

describe('a prerendered page', () => {
  it('carries title, description and social metadata of the settings, with full addresses', async () => {
    const { body } = await ask('/tags');

    expect(body).toContain('>Метки — Ярмарка «Лад» | Всё для дома</title>');
    expect(body).toContain('property="og:title" content="Метки — Ярмарка «Лад» | Всё для дома"');
    expect(body).toContain('property="og:image" content="https://shop.test/admin/rest/files/1.png"');
    expect(body).toContain('property="og:image:width" content="800"');
    expect(body).toContain('property="og:image:height" content="600"');
    expect(body).toContain('name="twitter:site" content="@yarmarka"');
    expect(body).toContain('rel="canonical" href="https://yarmarka.example"');
    expect(body.match(/<title/g)).toHaveLength(1);
    expect(body.match(/og:title/g)).toHaveLength(1);
    expect(body.match(/rel="icon"/g)).toHaveLength(1);
    expect(body).toContain('<link rel="manifest"');
    expect(body).toContain('<body>панель</body>');
  });

  it('names the site alone on the home page', async () => {
    expect((await ask('/')).body).toContain('>Ярмарка «Лад» | Всё для дома</title>');
  });

  it('escapes what an administrator has written', async () => {
    const { body } = await ask('/tags');

    expect(body).not.toContain('<script>alert');
    expect(body).toContain('name="description" content="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;"');
  });

  it('has the defaults while the settings are unknown', async () => {
    const { body } = await ask('/tags', async () => undefined);

    expect(body).toContain('>Метки — Гостиный двор | Электронная коммерция</title>');
    expect(body).toContain('property="og:image" content="https://shop.test/admin/og.png"');
  });

  it('is not sent again while nothing has changed', async () => {
    const first = await ask('/tags');
    const headers = { 'if-none-match': first.headers.etag };

    expect(await ask('/tags', undefined, headers)).toMatchObject({ statusCode: 304, body: '' });
    const renamed = await ask('/tags', async () => ({ ...site, siteTitle: 'Базар' }), headers);
    expect(renamed.statusCode).toBe(200);
  });
});

it('leaves every other page, and the data of a page, to Next', async () => {
  expect((await ask('/tags', undefined, {}, '/admin/_next/data/build/ru/tags.json')).body).toBe('Next');
  expect((await ask('/_error')).body).toBe('Next');
  expect((await ask('/none')).body).toBe('Next');
  expect((await ask(undefined)).body).toBe('Next');
  expect((await ask('/500')).body).toBe('Next');
});

describe('the settings of another server', () => {
  async function serve(answer: unknown, status = 200): Promise<{ url: string; asked: string[] }> {
    const asked: string[] = [];
    const server: Server = createNodeServer((request, response) => {
      asked.push(String(request.url));
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    open.push(server);
    return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
  }

  it('are asked for once in a while, by language, and read with care', async () => {
    const options = {
      siteTitle: 'Fair',
      siteSubtitle: 7,
      logo: [],
      seo: { ogImage: { original: '/a.png' } },
    };
    const { url, asked } = await serve({ options });
    const read = openSite(askSettings(url));

    expect(await read('en')).toMatchObject({
      siteTitle: 'Fair',
      siteSubtitle: '',
      logo: null,
      seo: { metaTitle: '', ogImage: { original: '/a.png' } },
    });
    await read('en');
    expect(asked).toEqual(['/settings?language=en']);
  });

  it.each([
    ['an error', { message: 'INTERNAL' }, 500],
    ['a list', [], 200],
    ['a text', 'settings', 200],
  ])('are unknown after %s', async (_what, answer, status) => {
    const { url } = await serve(answer, status);

    expect(await openSite(askSettings(url))('ru')).toBeUndefined();
  });

  it('are unknown while it is out of reach', async () => {
    expect(await openSite(askSettings('http://127.0.0.1:1'))('ru')).toBeUndefined();
  });
});
