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
} from '@tests/support/e2e';
import { expect, test } from '@tests/support/e2e-test';

test.describe('the gate', () => {
  test('sends a visitor to the login page and back to the wanted page after signing in', async ({ page }) => {
    await page.goto('./boxes?page=1&search=короб');
    await expect(page).toHaveURL(/\/admin\/login\?from_url=%2Fboxes%3F/);

    await page.getByLabel(word('text-email')).fill(accounts.admin);
    await page.getByLabel(word('text-password'), { exact: true }).fill(demoPassword);
    await page.getByRole('button', { name: word('button-login') }).click();

    await expect(page).toHaveURL(/\/admin\/boxes\?/);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(word('resources:boxes.title'));
  });

  test('answers the redirect before any page is sent', async ({ request }) => {
    const answer = await request.get('./settings', { maxRedirects: 0, headers: { accept: 'text/html' } });

    expect(answer.status()).toBe(307);
    expect(answer.headers().location).toBe('/admin/login?from_url=%2Fsettings');
    expect(await answer.text()).not.toContain('__NEXT_DATA__');
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
      await page.getByRole('button', { name: word('button-login') }).click();

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

  test('shows the unauthorised screen to a customer on every page', async ({ page, context }) => {
    await signIn(context, 'customer');

    await page.goto('./');

    await expect(page.getByText(word('text-access-denied'), { exact: true })).toBeVisible();
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

    // The panel learns it at once.
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
  });

  test('does not offer the login page to somebody signed in', async ({ page, context }) => {
    await signIn(context, 'admin');

    await page.goto('./login');

    await expect(page).toHaveURL(/\/admin\/?$/);
  });
});
