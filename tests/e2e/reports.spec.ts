import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { settled } from '@tests/e2e/support/browser';
import { type Ingest, openIngest, type Report, startReporting } from '@tests/e2e/support/reports';
import { expect, type Page, test } from '@tests/e2e/support/test';

/** Error reports of the browser, from the page to a self-hosted service. */
test.describe.configure({ mode: 'serial' });

let ingest: Ingest;
let server: Awaited<ReturnType<typeof startReporting>>;
let dataDir: string;

test.beforeAll(async () => {
  test.setTimeout(180_000);
  dataDir = mkdtempSync(join(tmpdir(), 'gostiny-reports-'));
  ingest = await openIngest();
  server = await startReporting(ingest.dsn, dataDir);
});
test.afterAll(async () => {
  await server?.stop();
  ingest?.close();
  rmSync(dataDir, { recursive: true, force: true });
});
test.beforeEach(() => {
  ingest.addresses.length = 0;
  ingest.reports.length = 0;
});

const exceptions = () =>
  ingest.reports.flatMap(({ type, payload }) => (type === 'event' ? (payload.exception?.values ?? []) : []));
const messages = () => exceptions().map(({ value }) => value);
const transactions = () => ingest.reports.filter(({ type }) => type === 'transaction');
const short = ({ payload }: Report) => [
  payload.contexts?.trace?.op,
  payload.transaction,
  payload.transaction_info?.source,
];
const throwInPage = (page: Page, message: string, digest?: string) =>
  page.evaluate(
    ([text, mark]) => {
      setTimeout(() => {
        throw Object.assign(new Error(text), mark ? { digest: mark } : {});
      });
    },
    [message, digest] as const,
  );
const isReporting = (page: Page) => page.evaluate(() => '__SENTRY__' in window);

test('are sent through our own address, to a service whose address has a path', async ({ page }) => {
  await page.goto(`${server.base}login`);
  await settled(page);
  await expect.poll(() => isReporting(page)).toBe(true);
  const foreign: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(new URL(server.base).origin)) foreign.push(request.url());
  });

  await throwInPage(page, 'сломалось на странице');

  await expect.poll(messages, { timeout: 60_000 }).toContain('сломалось на странице');
  expect(new Set(ingest.addresses)).toEqual(
    new Set(['/inner/errors/api/42/envelope/?sentry_version=7&sentry_key=publickey']),
  );
  expect(foreign).toEqual([]);
});

test('start when the page is usable, and include earlier errors', async ({ page }) => {
  await page.addInitScript(() => {
    document.addEventListener('DOMContentLoaded', () => {
      setTimeout(() => {
        throw new Error('сломалось раньше всего');
      });
    });
    // Registered before every listener of the page: whatever is loaded now was loaded during start-up.
    window.addEventListener('load', () => {
      document.documentElement.dataset.reportingAtLoad = String('__SENTRY__' in window);
    });
  });

  await page.goto(`${server.base}login`);
  await expect.poll(messages, { timeout: 60_000 }).toContain('сломалось раньше всего');
  await expect(page.locator('html')).toHaveAttribute('data-reporting-at-load', 'false');

  // The library loads after the page is usable.
  const { loadedAt, library } = await page.evaluate(async () => {
    const scripts = performance.getEntriesByType('resource').filter(({ name }) => name.includes('.js'));
    const texts = await Promise.all(scripts.map(async ({ name }) => (await fetch(name)).text()));
    const isLibrary = (text = '') => text.includes('sentry_key') || text.includes('__SENTRY__');
    const [page] = performance.getEntriesByType('navigation');
    return {
      loadedAt: page instanceof PerformanceNavigationTiming ? page.loadEventStart : Number.NaN,
      library: scripts.filter((_one, index) => isLibrary(texts[index])).map(({ startTime }) => startTime),
    };
  });
  expect(library.length).toBeGreaterThan(0);
  expect(Math.min(...library)).toBeGreaterThanOrEqual(loadedAt);
});

test('name the opened page and the next one, for each navigation', async ({ page }) => {
  await page.goto(`${server.base}login`);
  await settled(page);
  await expect.poll(() => isReporting(page)).toBe(true);

  await page.getByRole('link', { name: /забыли/i }).click();
  await expect(page).toHaveURL(/forgot-password/);
  await expect
    .poll(() => transactions().map(short), { timeout: 90_000 })
    .toContainEqual(['navigation', '/forgot-password', 'route']);
  await page.goBack();
  await expect(page).toHaveURL(/login$/);

  await expect
    .poll(() => transactions().map(short), { timeout: 90_000 })
    .toEqual(
      expect.arrayContaining([
        ['pageload', '/login', 'route'],
        ['navigation', '/login', 'route'],
      ]),
    );
});

test('leave out redirects and missing pages', async ({ page }) => {
  await page.goto(`${server.base}no-such/page/at/all`);
  await expect.poll(() => isReporting(page)).toBe(true);
  await throwInPage(page, 'NEXT_REDIRECT', 'NEXT_REDIRECT;replace;/login;307;');
  await throwInPage(page, 'после перенаправления');

  await expect.poll(messages, { timeout: 60_000 }).toContain('после перенаправления');
  await page.goto(`${server.base}login`);
  await expect
    .poll(() => transactions().map(short), { timeout: 90_000 })
    .toContainEqual(['pageload', '/login', 'route']);

  expect(messages()).not.toContain('NEXT_REDIRECT');
  expect(transactions().map(({ payload }) => payload.transaction)).not.toContain('/404');
});

test('go nowhere else', async ({ request }) => {
  const post = (dsn: string) =>
    request.post(`${server.base}monitoring`, {
      headers: { 'content-type': 'text/plain;charset=UTF-8' },
      data: `${JSON.stringify({ dsn })}\n{"type":"event"}\n{}`,
    });

  expect((await post('https://publickey@errors.example/inner/errors/42')).status()).toBe(403);
  expect((await post(ingest.dsn.replace('/42', '/43'))).status()).toBe(403);
  expect(ingest.addresses).toEqual([]);
  expect((await post(ingest.dsn)).status()).toBe(200);
});

test('are off without a service', async ({ page, request }) => {
  const scripts: string[] = [];
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') scripts.push(response.url());
  });
  await page.goto('./login');
  await settled(page);
  await throwInPage(page, 'никому не интересно');
  // As long as the library would have waited for an idle page.
  await page.waitForTimeout(5000);

  expect(await isReporting(page)).toBe(false);
  const texts = await Promise.all(scripts.map(async (url) => (await request.get(url)).text()));
  expect(texts.some((text) => text.includes('sentry_key'))).toBe(false);
  expect((await request.post('./monitoring', { data: 'x' })).status()).not.toBe(200);
});
