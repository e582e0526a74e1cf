import { apiSession, callApi, keepSession, settled, signIn, watch, word } from '@tests/e2e/support/browser';
import { baseUrl } from '@tests/e2e/support/servers';
import { expect, test } from '@tests/e2e/support/test';
import type { Withdraw } from '@/contract/ledger/withdraws/schema';
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
  const note = page.getByRole('status').filter({ hasText: 'finance@demo.ru' });
  await expect(note).toBeVisible();
  expect(await stateOf()).toBe('pending');

  await note.getByRole('link', { name: word('text-approval-open') }).click();
  await expect(page).toHaveURL(/\/approvals\?id=\d+$/);
  const request = page.url();
  const main = page.getByRole('main');
  await expect(main.getByText(approvals('own'))).toContainText('finance@demo.ru');
  await expect(main.getByRole('button', { name: approvals('confirm') })).toHaveCount(0);

  // The second account in the browser of the first is not a second person.
  const finance = await apiSession('finance', server);
  await keepSession(page.context(), finance);
  await page.goto(request);
  await settled(page);
  allow(/403/);
  await main.getByRole('button', { name: approvals('confirm') }).click();
  await expect(page.getByText(word('errors.SAME_BROWSER'))).toBeVisible();
  expect(await stateOf()).toBe('pending');

  const context = await browser.newContext();
  await keepSession(context, finance);
  const theirs = await context.newPage();
  const second = watch(theirs);
  await theirs.goto(request);
  await settled(theirs);
  await theirs.getByRole('button', { name: approvals('confirm') }).click();
  await expect(theirs.getByText(approvals('done.confirm'))).toBeVisible();
  expect(await stateOf()).toBe('approved');
  await expect(theirs.getByRole('main').getByText(approvals('states.confirmed'))).toBeVisible();
  expect([...problems, ...second.problems]).toEqual([]);
  await context.close();
});
