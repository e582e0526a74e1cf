import { readFileSync } from 'node:fs';
import { request as rawRequest } from 'node:http';
import {
  accounts,
  apiSession,
  callApi,
  demoPassword,
  freshSession,
  keepSession,
  settled,
  signIn,
  word,
} from '@tests/e2e/support/browser';
import { baseUrl, buildDir } from '@tests/e2e/support/servers';
import { expect, type Page, test } from '@tests/e2e/support/test';
import { dice } from '@tests/support/dice';
import { spellingOf } from '@tests/support/spellings';
import { pages as rules } from '@/contract/pages';

/** Response to an address sent verbatim: an HTTP client would normalise it first. */
function answerTo(path: string, headers: Record<string, string> = {}) {
  return new Promise<{ status: number; headers: Record<string, unknown>; body: string }>(
    (resolve, reject) => {
      const { hostname, port } = new URL(baseUrl('plain'));
      const sent = rawRequest({ hostname, port, path, headers }, (answer) => {
        const parts: Buffer[] = [];
        answer.on('data', (part: Buffer) => parts.push(part));
        answer.on('end', () =>
          resolve({
            status: answer.statusCode ?? 0,
            headers: answer.headers,
            body: Buffer.concat(parts).toString(),
          }),
        );
      });
      sent.on('error', reject);
      sent.end();
    },
  );
}

const manifest = JSON.parse(readFileSync(`${buildDir}/routes-manifest.json`, 'utf8')) as {
  staticRoutes: { page: string }[];
  dynamicRoutes: { page: string }[];
};
const builtPages = [...manifest.staticRoutes, ...manifest.dynamicRoutes].map(({ page }) => page);
const isPublic = (page: string) => Object.hasOwn(rules, page) && rules[page]?.allow === 'public';
const accepts = ['text/html', '*/*', 'application/json', 'image/*'];

/** Fills the sign-in form while the page's scripts are loading; `send` releases them. */
async function signInAhead(page: Page, password: string) {
  const { promise: isSent, resolve: send } = Promise.withResolvers<void>();
  await page.route('**/_next/static/**/*.js', async (route) => {
    await isSent;
    await route.continue().catch(() => undefined);
  });
  const asked: string[] = [];
  page.on('request', (request) => request.method() === 'POST' && asked.push(request.url()));
  await page.goto('./boxes', { waitUntil: 'commit' });
  await page.getByLabel(word('text-email')).fill(accounts.admin);
  await page.getByLabel(word('text-password'), { exact: true }).fill(password);
  await page.getByRole('button', { name: word('button-login'), exact: true }).click();
  await expect.poll(() => asked.filter((url) => url.endsWith('/rest/token')).length).toBe(1);
  return { send, asked };
}

test.describe('the sign-in form', () => {
  test('works before the page’s scripts have loaded', async ({ page }) => {
    const { send, asked } = await signInAhead(page, demoPassword);
    send();

    await expect(page).toHaveURL(/\/admin\/boxes/);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(word('common:families.boxes'));
    expect(asked.filter((url) => url.endsWith('/rest/token'))).toHaveLength(1);
  });

  test('prefetches what the next page needs, after its own scripts', async () => {
    const { headers } = await answerTo('/admin/login?from_url=%2Fboxes%3Fpage%3D2');
    const links = String(headers.link).split(', ');
    const later = links.filter((link) => link.includes('rel=prefetch'));

    expect(later.filter((link) => link.includes('/pages/boxes/'))).toHaveLength(1);
    expect(later.filter((link) => /\/(axios|http)(\.\w+)?\.js>/.test(link))).toHaveLength(2);
    expect(links.filter((link) => link.includes('rel=preload; as=script'))).toEqual([
      '</admin/early.js>; rel=preload; as=script',
    ]);
  });

  test('shows errors once they have loaded, and keeps the input', async ({ page }) => {
    const { send, asked } = await signInAhead(page, 'wrong-password');
    send();

    await expect(page.getByRole('alert').filter({ hasText: /\S/ })).toBeVisible();
    await expect(page.getByLabel(word('text-email'))).toHaveValue(accounts.admin);
    expect(asked.filter((url) => url.endsWith('/rest/token'))).toHaveLength(1);
  });
});

test.describe('the gate', () => {
  test('sends a visitor to the login page and back to the wanted page after signing in', async ({ page }) => {
    await page.goto('./boxes?page=1&search=короб');
    await expect(page).toHaveURL(/\/admin\/login\?from_url=%2Fboxes%3F/);

    await page.getByLabel(word('text-email')).fill(accounts.admin);
    await page.getByLabel(word('text-password'), { exact: true }).fill(demoPassword);
    await page.getByRole('button', { name: word('button-login'), exact: true }).click();

    await expect(page).toHaveURL(/\/admin\/boxes\?/);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(word('common:families.boxes'));
  });

  test('redirects before any page is sent', async ({ request }) => {
    const answer = await request.get('./settings', { maxRedirects: 0, headers: { accept: 'text/html' } });

    expect(answer.status()).toBe(307);
    expect(answer.headers().location).toBe('/admin/login?from_url=%2Fsettings');
    expect(await answer.text()).not.toContain('__NEXT_DATA__');
  });

  test('redirects every spelling of a closed page, as Next was built', async () => {
    const roll = dice(20260310);
    const build = readFileSync(`${buildDir}/BUILD_ID`, 'utf8');
    for (const page of builtPages.filter((one) => !isPublic(one))) {
      for (let round = 0; round < 6; round += 1) {
        const path = spellingOf(page, roll, build);
        const accept = accepts[roll(accepts.length)] ?? '';
        let answer = await answerTo(path, { accept });
        // Screens replaced by a dialog redirect to their list first.
        if (answer.status === 307 && !String(answer.headers.location).includes('/login'))
          answer = await answerTo(String(answer.headers.location), { accept });

        expect([path, answer.status, answer.headers.location]).toEqual([
          path,
          307,
          expect.stringMatching(/^\/admin\/login(\?|$)/),
        ]);
        expect(answer.body).not.toContain('__NEXT_DATA__');
      }
    }
  });

  test('sends the security headers with every page to everybody', async () => {
    const session = await freshSession('owner');
    const cookie = `AUTH_CRED=${encodeURIComponent(JSON.stringify(session))}`;
    const answers = [
      ['/admin/login', 200],
      ['/admin/ru/LOGIN/x.y', 404],
      ['/admin/settings/none.json', 404],
      ['/admin/_next/none', 404],
      ['/admin/_next/data/none/ru/login.json', 404],
      ['/admin/500', 500],
      ['/admin/404', 404],
      ['/admin/tags', 403, cookie],
      ['/admin/RU/tags/1.json', 403, cookie],
      ['/admin/ru/profile', 307, cookie],
      ['/admin/x.js', 404, cookie],
      ['/admin/profile', 200, cookie],
      ['/admin/profile', 307],
    ] as const;
    for (const [path, status, cookie = ''] of answers) {
      for (const accept of accepts) {
        const answer = await answerTo(path, { accept, cookie });

        expect([path, answer.status, answer.headers]).toMatchObject([
          path,
          status,
          {
            'content-security-policy': expect.stringContaining("script-src 'self';"),
            'x-content-type-options': 'nosniff',
            'x-frame-options': 'DENY',
            'referrer-policy': 'no-referrer',
          },
        ]);
      }
    }
  });

  for (const foreign of [
    'https://evil.example/x',
    '//evil.example',
    '/\\evil.example',
    'javascript:alert(1)',
  ]) {
    test(`ignores the foreign from_url ${foreign}`, async ({ page }) => {
      await page.goto(`./login?from_url=${encodeURIComponent(foreign)}`);
      await page.getByLabel(word('text-email')).fill(accounts.admin);
      await page.getByLabel(word('text-password'), { exact: true }).fill(demoPassword);
      await page.getByRole('button', { name: word('button-login'), exact: true }).click();

      await expect(page).toHaveURL(/localhost:\d+\/admin\/?$/);
    });
  }

  test('shows the unauthorised screen to a person without the permission, with a way home', async ({
    page,
    context,
  }) => {
    await signIn(context, 'owner');

    const answer = await page.goto('./boxes');

    expect(answer?.status()).toBe(403);
    await expect(page.getByText(word('text-access-denied'), { exact: true })).toBeVisible();
    await expect(page.getByText(word('text-access-denied-message'))).toBeVisible();
    await page.getByRole('link', { name: word('text-return-home') }).click();
    await expect(page).toHaveURL(/\/admin\/?$/);
  });

  test('shows the unauthorised screen to a customer on every page, with a way to another account', async ({
    page,
    context,
  }) => {
    // Signing out ends the session, so it uses its own.
    await keepSession(context, await freshSession('customer'));

    await page.goto('./');

    await expect(page.getByText(word('text-access-denied'), { exact: true })).toBeVisible();
    await expect(page.getByText(word('text-customer-denied-message'))).toBeVisible();
    await page.getByRole('link', { name: word('text-other-account') }).click();
    await expect(page).toHaveURL(/\/admin\/login/);
  });

  test('removes the credentials and reloads when the token was revoked meanwhile', async ({
    page,
    context,
  }) => {
    const session = await freshSession('admin');
    await keepSession(context, session);
    await page.goto('./tags');
    await settled(page);
    await callApi(session, 'POST', 'logout', {});

    // The panel notices it immediately.
    await expect(page).toHaveURL(/\/admin\/login/);
    const cookies = await context.cookies();
    expect(cookies.find((cookie) => cookie.name === 'AUTH_CRED')).toBeUndefined();
  });

  test('does not show another owner a shop that is not his', async ({ page, context }) => {
    const owner = await apiSession('owner');
    const me = await callApi<{ shops: { slug: string }[] }>(owner, 'GET', 'me');
    await signIn(context, 'owner2');

    await page.goto(`./${me.shops[0]?.slug}`);

    await expect(page.getByText(word('text-page-not-found'))).toBeVisible();
    await expect(page).toHaveTitle(new RegExp(`^${word('text-page-not-found')}`));
  });

  test('does not offer the login page to somebody signed in', async ({ page, context }) => {
    await signIn(context, 'admin');

    await page.goto('./login');

    await expect(page).toHaveURL(/\/admin\/?$/);
  });
});
