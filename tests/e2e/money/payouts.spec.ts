import type { Browser } from '@playwright/test';
import { apiSession, callApi, settled, signIn, watch, word } from '@tests/e2e/support/browser';
import { otherPage } from '@tests/e2e/support/people';
import { expect, type Page, test } from '@tests/e2e/support/test';
import type { Reconciliation } from '@/contract/ledger/schema';
import { payoutPurpose } from '@/contract/ledger/withdraws/purpose';
import type { WithdrawDetails } from '@/contract/ledger/withdraws/schema';
import type { OrderDetails } from '@/contract/orders/wire';
import type { PaymentLink } from '@/contract/payments/links';
import type { WaitsForApproval } from '@/contract/settings/approvals';
import {
  ask,
  base,
  beUsual,
  command,
  fileOf,
  leave,
  moscowDay,
  openPayment,
  placeOrder,
  ports,
  server,
} from './stand-ins';

/**
 * From what a shop has earned to the bank's statement: two people approve, the bank debits, one line is given by hand, one
 * transfer comes back.
 */
test.beforeEach(beUsual);
test.afterEach(leave);
test.setTimeout(240_000);

const payout = (key: string, options = {}) => word(`ledger:withdraws.payout.${key}`, options);
const reconciliation = (key: string, options = {}) => word(`payments:reconciliation.${key}`, options);

/** The second person, who is of finance, confirms what was prepared. */
async function confirm({ approval: { id, hash } }: WaitsForApproval): Promise<void> {
  await callApi(await apiSession('finance', server), 'POST', `approvals/${id}/confirm`, { hash }, server);
}

const read = (id: number) => ask<WithdrawDetails>('GET', `withdraws/${id}`);

/** The shop of an order that was paid and handed over. */
async function earningShop(browser: Browser): Promise<number> {
  const order = await placeOrder(3000);
  const buyer = await otherPage(browser);
  const { url } = await ask<PaymentLink>('POST', `orders/${order.id}/payment-links`, { channels: [] });
  const button = word('payments:payments.pay.button', { sum: '' }).trim();
  await command('yookassa', { do: 'pay', id: await openPayment(buyer, url, button) });
  await expect(buyer.getByText(word('payments:payments.pay.states.paid'))).toBeVisible();
  await buyer.context().close();
  const { children } = await ask<{ children: OrderDetails[] }>('GET', `orders/${order.id}`);
  const part = await ask<OrderDetails>('GET', `orders/${children[0]?.id}`);
  await ask('PUT', `orders/${part.id}`, { order_status: 'order-completed', version: part.version });
  return Number(part.shop_id);
}

async function request(shopId: number, amount: number): Promise<number> {
  const body = { shop_id: shopId, amount, payment_method: 'Перевод на счёт' };
  return (await ask<WithdrawDetails>('POST', 'withdraws', body)).id;
}

async function approve(id: number): Promise<void> {
  const { version } = await read(id);
  await confirm(await ask('POST', 'approve-withdraw', { id, status: 'approved', version }));
  expect((await read(id)).payout_state).toBe('confirmed');
}

/** The payment order, which the bank debits at once. */
async function send(id: number, purpose: string, account: string): Promise<void> {
  const { amount, requisites } = await read(id);
  const externalId = `payout-${id}`;
  const payee = {
    name: requisites?.legal_name ?? 'ООО «Лавка»',
    inn: '7736050003',
    account,
    bic: '044525225',
  };
  const answer = await fetch(`http://127.0.0.1:${ports.bank}/payment-orders`, {
    method: 'POST',
    headers: { authorization: 'Bearer demo-token', 'content-type': 'application/json' },
    body: JSON.stringify({ externalId, number: String(1000 + id), amount: amount * 100, purpose, payee }),
  });
  expect(answer.status).toBe(200);
  await command('bank', { do: 'order', id: externalId, end: 'debit' });
}

/** Uploads the statement of today, and posts it, also when it does not continue the one before. */
async function postStatement(page: Page): Promise<void> {
  await page.goto(`${base}ledger?view=reconciliation&part=files`);
  await settled(page);
  await page
    .locator('input[type=file]')
    .setInputFiles(await fileOf('statement', { from: moscowDay(), to: moscowDay() }));
  const button = page.getByRole('button', { name: reconciliation('file.post'), exact: true });
  await button.click();
  const anyway = page.getByRole('button', { name: reconciliation('file.post-anyway') });
  const posted = page.getByText(reconciliation('file.states.posted')).first();
  await expect(anyway.or(posted)).toBeVisible();
  if (await anyway.isVisible()) await anyway.click();
  await expect(posted).toBeVisible();
}

async function showPayout(page: Page, id: number): Promise<void> {
  await page.goto(`${base}withdraws/${id}`);
  await settled(page);
}

/** How the screens look at both widths is kept beside the report of the run. */
async function keepLook(page: Page, name: string): Promise<void> {
  const size = page.viewportSize();
  for (const width of [1366, 390]) {
    await page.setViewportSize({ width, height: 900 });
    await page.screenshot({ path: `test-results/payouts/${name}-${width}.png`, fullPage: true });
  }
  if (size) await page.setViewportSize(size);
}

test('a payout is approved by two, leaves with the statement, is given by hand, and comes back', async ({
  page,
  browser,
}) => {
  const { problems } = watch(page);
  const shopId = await earningShop(browser);
  await command('bank', { do: 'transfer', amount: 100_000_00, purpose: 'Пополнение счёта' });
  const [named, nameless] = [await request(shopId, 321), await request(shopId, 222)];
  await signIn(page.context(), 'admin', server);

  await showPayout(page, named);
  const move = page.getByRole('button', { name: word('ledger:withdraws.moves.approved') });
  await move.click();
  const asked = page.waitForResponse(/approve-withdraw/);
  await move.click();
  await confirm((await (await asked).json()) as WaitsForApproval);
  await approve(nameless);
  await showPayout(page, named);
  await expect(page.getByText(payout('texts.confirmed'))).toBeVisible();
  await expect(page.getByText(payoutPurpose(named))).toBeVisible();
  await keepLook(page, 'on-the-way');

  const own = (await read(named)).requisites?.account ?? '40702810500000000777';
  await send(named, payoutPurpose(named), own);
  await send(nameless, 'Перевод по договору', '40702810600000000999');
  await postStatement(page);
  await showPayout(page, named);
  await expect(page.getByText(payout('texts.debited'))).toBeVisible();
  await showPayout(page, nameless);
  await expect(page.getByText(payout('texts.confirmed'))).toBeVisible();

  // A phone shows cards in place of rows.
  await page.setViewportSize({ width: 390, height: 900 });
  await page.goto(`${base}ledger?view=reconciliation&part=lines`);
  await settled(page);
  await page
    .getByRole('button', { name: reconciliation('payouts.button-out') })
    .first()
    .click();
  await expect(page.getByLabel(reconciliation('payouts.search'))).toBeVisible();
  await page.screenshot({ path: 'test-results/payouts/give-390.png', fullPage: true });
  await page.setViewportSize({ width: 1366, height: 900 });
  await page.reload();
  await settled(page);
  const row = page.getByRole('row').filter({ hasText: `№\u00a0${1000 + nameless}. ` });
  await row.getByRole('button', { name: reconciliation('payouts.button-out') }).click();
  await row.getByLabel(reconciliation('payouts.search')).fill(String(nameless));
  await row.getByRole('checkbox', { name: new RegExp(`№\\s?${nameless},`) }).check();
  await row.getByLabel(reconciliation('repair.reason')).fill('Так в платёжном поручении');
  await page.screenshot({ path: 'test-results/payouts/give-1366.png', fullPage: true });
  const given = page.waitForResponse(/lines\/\d+\/payouts$/);
  await row.getByRole('button', { name: reconciliation('payouts.confirm') }).click();
  const answer = await given;
  if (answer.status() === 202) await confirm((await answer.json()) as WaitsForApproval);
  await showPayout(page, nameless);
  await expect(page.getByText(payout('texts.debited'))).toBeVisible();

  await command('bank', { do: 'order', id: `payout-${named}`, end: 'return' });
  await postStatement(page);
  await showPayout(page, named);
  await expect(page.getByText(payout('texts.returned'))).toBeVisible();
  await keepLook(page, 'returned');
  expect((await ask<Reconciliation>('GET', 'ledger/reconcile')).problems).toEqual([]);
  expect(problems).toEqual([]);
});
