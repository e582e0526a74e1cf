import { apiSession, callApi, keepSession, settled, signIn, watch, word } from '@tests/e2e/support/browser';
import { baseUrl } from '@tests/e2e/support/servers';
import { expect, test } from '@tests/e2e/support/test';
import type { Withdraw, WithdrawDetails } from '@/contract/ledger/withdraws/schema';
import type { Shop } from '@/contract/shops/schema';

/** On the server where the rule of two persons is on, as shipped. */
const server = 'languages';
const base = baseUrl(server);

const approvals = (key: string, options = {}) => word(`settings:approvals.${key}`, options);

test('one person prepares a payout, and another one confirms it in a browser of their own', async ({
  page,
  browser,
}) => {
  const { problems, allow } = watch(page);
  const owner = await apiSession('owner', server);
  const { shops } = await callApi<{ shops: Shop[] }>(owner, 'GET', 'me', undefined, server);
  const { id } = await callApi<Withdraw>(
    owner,
    'POST',
    'withdraws',
    { shop_id: shops[0]?.id, amount: 150, payment_method: 'Банковский перевод' },
    server,
  );
  const stateOf = async () =>
    (await callApi<Withdraw>(owner, 'GET', `withdraws/${id}`, undefined, server)).status;

  await signIn(page.context(), 'admin', server);
  await page.goto(`${base}withdraws/${id}`);
  await settled(page);
  const move = page.getByRole('button', { name: word('ledger:withdraws.moves.approved') });
  await move.click();
  await move.click();
  await expect(page.getByText(word('errors.SECOND_PERSON_REQUIRED'))).toBeVisible();
  // What waits takes the place of the buttons that prepared it.
  const main = page.getByRole('main');
  const waits = approvals('waits', { kind: approvals('kinds.payout') });
  await expect(main.getByRole('heading', { name: waits })).toBeVisible();
  await expect(main.getByRole('status').filter({ hasText: 'finance@demo.ru' })).toBeVisible();
  await expect(main.getByText(approvals('own'))).toBeVisible();
  await expect(main.getByRole('button', { name: approvals('confirm') })).toHaveCount(0);
  await expect(move).toHaveCount(0);
  expect(await stateOf()).toBe('pending');

  // The second account in the browser of the first is not a second person.
  const finance = await apiSession('finance', server);
  await keepSession(page.context(), finance);
  await page.reload();
  await settled(page);
  allow(/403/);
  await main.getByRole('button', { name: approvals('confirm') }).click();
  await expect(page.getByText(word('errors.SAME_BROWSER'))).toBeVisible();
  expect(await stateOf()).toBe('pending');

  const context = await browser.newContext();
  await keepSession(context, finance);
  const theirs = await context.newPage();
  const second = watch(theirs);
  await theirs.goto(`${base}withdraws/${id}`);
  await settled(theirs);
  const { requisites } = await callApi<WithdrawDetails>(finance, 'GET', `withdraws/${id}`, undefined, server);
  const request = theirs.locator('section').filter({ has: theirs.getByRole('heading', { name: waits }) });
  for (const text of [requisites?.legal_name, requisites?.inn, requisites?.account, requisites?.bic])
    await expect(request.getByText(text ?? 'no requisites', { exact: true })).toBeVisible();
  await request.getByRole('button', { name: approvals('confirm') }).click();
  await expect(theirs.getByText(approvals('done.confirm'))).toBeVisible();
  await expect(theirs.getByRole('heading', { name: waits })).toHaveCount(0);
  expect(await stateOf()).toBe('approved');
  expect([...problems, ...second.problems]).toEqual([]);
  await context.close();
});

test('points for a customer are declined on the customer’s page, with a reason that their giver reads', async ({
  page,
  browser,
}) => {
  const { problems } = watch(page);
  const admin = await signIn(page.context(), 'admin', server);
  const people = 'users?search=email:customer@demo.ru';
  const { data } = await callApi<{ data: { id: number }[] }>(admin, 'GET', people, undefined, server);
  const address = `${base}users/${data[0]?.id}`;
  await page.goto(address);
  await settled(page);
  const give = page.getByRole('button', { name: word('accounts:users.actions.points') });
  await give.click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(word('accounts:people.points.label')).fill('900000');
  await dialog.getByRole('button', { name: word('accounts:people.points.confirm') }).click();
  await expect(dialog).toHaveCount(0);
  const waits = approvals('waits', { kind: approvals('kinds.points') });
  await expect(page.getByRole('heading', { name: waits })).toBeVisible();
  await expect(give).toHaveCount(0);

  const context = await browser.newContext();
  await keepSession(context, await apiSession('finance', server));
  const theirs = await context.newPage();
  await theirs.goto(address);
  await settled(theirs);
  await theirs.getByRole('button', { name: approvals('decline') }).click();
  await theirs.getByLabel(approvals('reason')).fill('Это вся выручка года');
  await theirs.getByRole('button', { name: approvals('decline') }).click();
  await expect(theirs.getByText(approvals('done.decline'))).toBeVisible();
  await expect(theirs.getByRole('heading', { name: waits })).toHaveCount(0);
  await context.close();

  await page.goto(`${base}approvals?show=own`);
  await settled(page);
  await expect(page.getByText('Это вся выручка года').first()).toBeVisible();
  expect(problems).toEqual([]);
});
