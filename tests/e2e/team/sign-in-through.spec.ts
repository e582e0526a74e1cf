import { apiSession, callApi, keepSession, settled, word } from '@tests/e2e/support/browser';
import { newOwner, otherPage, unique } from '@tests/e2e/support/people';
import { baseUrl } from '@tests/e2e/support/servers';
import { expect, test } from '@tests/e2e/support/test';
import { client, startOpenIdProvider } from '@tests/support/openid/provider';
import type { SignInProviders } from '@/contract/accounts/providers';

/** Sign-in through others on the built product, at a real OpenID provider on this machine. */

test('a vendor links an account of another service, and signs in with it', async ({ page, browser }) => {
  const provider = await startOpenIdProvider(`${baseUrl('plain')}rest/sign-in/callback`);
  const name = `Сервис ${unique()}`;
  provider.people.anna = { email: 'anna@elsewhere.test', email_verified: true };
  const admin = await apiSession('admin');
  const { providers } = await callApi<SignInProviders>(admin, 'POST', 'sign-in/providers', {
    ...{ kind: 'openid', name, issuer: provider.issuer, scopes: 'openid email', is_on: true },
    ...{ client_id: client.id, client_secret: client.secret },
  });
  const id = providers.find((one) => one.name === name)?.id;
  try {
    const owner = await newOwner();
    await keepSession(page.context(), owner.session);

    await page.goto('./profile-update');
    await page.getByRole('button', { name: word('accounts:sign-in-through.link-name', { name }) }).click();
    await page.locator('#factor-password').fill(owner.password);
    await page.getByRole('button', { name: word('accounts:sign-in-through.button', { name }) }).click();
    await page.getByRole('button', { name: 'anna' }).click();
    await expect(page.getByText(word('accounts:sign-in-through.linked'))).toBeVisible();
    await expect(
      page.getByRole('button', { name: word('accounts:sign-in-through.unlink-name', { name }) }),
    ).toBeVisible();
    expect(page.url()).not.toContain('through');

    const other = await otherPage(browser);
    await other.goto('./login?from_url=%2Fprofile');
    await other.getByRole('button', { name: word('accounts:sign-in-through.button', { name }) }).click();
    await other.getByRole('button', { name: 'anna' }).click();
    await expect(other).toHaveURL(/\/admin\/profile$/);
    await settled(other);
    await expect(other.getByText(owner.email).first()).toBeVisible();
  } finally {
    await callApi(admin, 'DELETE', `sign-in/providers/${id}`);
    await provider.close();
  }
});
