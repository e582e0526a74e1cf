import {
  apiSession,
  callApi,
  keepSession,
  sessionOf,
  settled,
  watch,
  word,
} from '@tests/e2e/support/browser';
import { expectInside, linkTo, newPassword, typeCredentials, unique } from '@tests/e2e/support/people';
import { baseUrl } from '@tests/e2e/support/servers';
import { expect, type Page, test } from '@tests/e2e/support/test';
import type { Withdraw } from '@/contract/ledger/withdraws/schema';
import type { Shop } from '@/contract/shops/schema';

/** Passkeys with the virtual authenticator of the browser: registration, sign-in, second step, and before money moves. */

test('a person adds a passkey, signs in by it, with it after the password, and confirms money', async ({
  page,
}) => {
  test.setTimeout(180_000);
  const { problems, allow } = watch(page);
  const person = await newFinancier();
  await addAuthenticator(page);
  await keepSession(page.context(), await sessionOf(person.email, person.password));

  await page.goto('./profile-update');
  await settled(page);
  await page.getByRole('button', { name: word('accounts:passkeys.add') }).click();
  await page.locator('#passkey-password').fill(person.password);
  await page.getByRole('button', { name: word('accounts:passkeys.add') }).click();
  await expect(page.getByText(word('accounts:passkeys.added'))).toBeVisible();
  await expect(page.getByLabel(word('accounts:second-factor.codes'), { exact: true })).toBeVisible();

  await leave(page);
  await page.goto('./login');
  await page.getByRole('button', { name: word('accounts:passkeys.sign-in') }).click();
  await expectInside(page);

  await leave(page);
  await typeCredentials(page, person);
  await expect(page.getByRole('heading', { name: word('accounts:second-factor.title') })).toBeVisible();
  await page.getByRole('button', { name: word('accounts:passkeys.sign-in') }).click();
  await expectInside(page);

  const id = await newWithdrawal();
  await page.goto(`./withdraws/${id}`);
  await settled(page);
  // The refusal that asks for the confirmation.
  allow(/409/);
  const move = page.getByRole('button', { name: word('ledger:withdraws.moves.approved') });
  await move.click();
  await move.click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText(word('accounts:confirm.title'))).toBeVisible();
  expect(await statusOf(id)).toBe('pending');
  await dialog.getByRole('button', { name: word('accounts:passkeys.confirm') }).click();
  await expect(dialog).toBeHidden();
  await expect.poll(() => statusOf(id)).toBe('approved');
  expect(problems).toEqual([]);
});

/** A person of the team who decides about money. */
async function newFinancier() {
  const admin = await apiSession('admin');
  const { data } = await callApi<{ data: { id: number; key: string | null }[] }>(
    admin,
    'GET',
    'roles?limit=100&search=kind:team',
  );
  const role_id = data.find(({ key }) => key === 'finance')?.id;
  const person = { name: 'Ирина Кассирова', email: `e2e-${unique()}@demo.ru`, password: newPassword };
  await callApi(admin, 'POST', 'users/invite', { email: person.email, name: person.name, role_id });
  const { searchParams } = new URL(await linkTo(person.email, 'team-invitation'));
  const accepted = await fetch(`${baseUrl('plain')}rest/reset-password`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...Object.fromEntries(searchParams), password: person.password }),
  });
  expect(accepted.status).toBe(200);
  return person;
}

async function addAuthenticator(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

/** Away from the panel, so that nothing of it asks without a session. */
async function leave(page: Page): Promise<void> {
  await page.goto('about:blank');
  await page.context().clearCookies();
}

async function newWithdrawal(): Promise<number> {
  const owner = await apiSession('owner');
  const { shops } = await callApi<{ shops: Shop[] }>(owner, 'GET', 'me');
  const { id } = await callApi<Withdraw>(owner, 'POST', 'withdraws', {
    ...{ shop_id: shops[0]?.id, amount: 120, payment_method: 'Банковский перевод' },
  });
  return id;
}

const statusOf = async (id: number) =>
  (await callApi<Withdraw>(await apiSession('owner'), 'GET', `withdraws/${id}`)).status;
