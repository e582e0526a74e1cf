import { apiSession, settled, signIn, watch, word } from '@tests/e2e/support/browser';
import { otherPage } from '@tests/e2e/support/people';
import { expect, type Page, test } from '@tests/e2e/support/test';
import type { Reconciliation } from '@/contract/ledger/schema';
import type { OrderDetails } from '@/contract/orders/wire';
import type { PaymentLink } from '@/contract/payments/links';
import type { OrderReceipts } from '@/contract/receipts/views';
import { ask, base, beUsual, command, leave, openPayment, placeOrder, server } from './stand-ins';

/** Receipts of one order, from its payment to a correction that two people make. */
test.beforeEach(beUsual);
test.afterEach(leave);

const receipts = (key: string, options = {}) => word(`receipts:receipts.${key}`, options);

const chainOf = ({ id }: OrderDetails) => ask<OrderReceipts>('GET', `orders/${id}/receipts`);

/** Waits for the register: kinds and states of the receipts, the corrections that take back with a minus. */
const expectChain = (order: OrderDetails, ...kinds: string[]) =>
  expect
    .poll(async () =>
      (await chainOf(order)).receipts.map(
        ({ kind, state, is_return }) => `${is_return ? '-' : ''}${kind} ${state}`,
      ),
    )
    .toEqual(kinds.map((kind) => `${kind} done`));

/** Pays over the link, as the buyer does at the acquirer. */
async function pay(buyer: Page, { id }: OrderDetails): Promise<void> {
  const { url } = await ask<PaymentLink>('POST', `orders/${id}/payment-links`, { channels: [] });
  const button = word('payments:payments.pay.button', { sum: '' }).trim();
  await command('yookassa', { do: 'pay', id: await openPayment(buyer, url, button) });
}

/** Hands the order over and gives one of its two pieces back. */
async function handOverAndReturn(order: OrderDetails): Promise<void> {
  const { children } = await ask<OrderDetails>('GET', `orders/${order.id}`);
  const part = await ask<OrderDetails>('GET', `orders/${children[0]?.id}`);
  await ask('PUT', `orders/${part.id}`, { order_status: 'order-completed', version: part.version });
  await expectChain(order, 'prepayment', 'settlement');
  const lines = [{ order_line_id: part.products[0]?.id, quantity: 1 }];
  const { id } = await ask<{ id: number }>('POST', 'refunds', { order_id: order.id, lines });
  await ask('PUT', `refunds/${id}`, { status: 'approved' });
}

test('an order has receipts of its payment, hand-over and return, and two people correct one', async ({
  page,
  browser,
}) => {
  const { problems, allow } = watch(page);
  // Above the threshold of refunds, whose half is below it.
  const order = await placeOrder(5100);
  const buyer = await otherPage(browser);
  await pay(buyer, order);
  await expectChain(order, 'prepayment');
  await handOverAndReturn(order);
  await expectChain(order, 'prepayment', 'settlement', '-return');

  await signIn(page.context(), 'admin', server);
  await page.goto(`${base}orders/${order.id}#receipts`);
  await settled(page);
  const card = page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: receipts('title') }) });
  await expect(card.getByRole('img', { name: receipts('paper.code') })).toHaveCount(3);
  await card.getByRole('button', { name: receipts('kinds.settlement-part', { place: 1 }) }).click();
  const drawer = page.getByRole('dialog');
  await expect(drawer.getByRole('article', { name: receipts('paper.title') })).toBeVisible();
  const [{ page: address } = { page: null }] = (await chainOf(order)).receipts;
  await buyer.goto(address ?? '');
  await expect(buyer.getByText(receipts('paper.total'), { exact: true })).toBeVisible();
  await buyer.context().close();

  await drawer.getByRole('button', { name: receipts('correction.button') }).click();
  await drawer.getByLabel(`${receipts('correction.line-vat')} 1`).selectOption('vat10');
  await drawer.getByRole('textbox', { name: receipts('correction.reason') }).fill('Неверная ставка НДС');
  await drawer.getByRole('button', { name: receipts('correction.confirm') }).click();
  await expect(page.getByText(word('errors.SECOND_PERSON_REQUIRED'))).toBeVisible();
  await confirmAsSecond(page, browser);
  await expectChain(order, 'prepayment', 'settlement', '-return', '-correction', 'correction');

  await page.goto(`${base}ledger?view=receipts`);
  await settled(page);
  await expect(page.getByText(receipts('desk.unissued', { number: 0 }))).toBeVisible();
  expect((await ask<Reconciliation>('GET', 'ledger/reconcile')).problems).toEqual([]);
  allow(/403/);
  expect(problems).toEqual([]);
});

/** The request waits for somebody else, in a browser of their own. */
async function confirmAsSecond(page: Page, browser: Parameters<typeof otherPage>[0]): Promise<void> {
  const { data } = await ask<{ data: { id: number; kind: string; state: string }[] }>(
    'GET',
    'approvals?limit=5',
  );
  const request = data.find(({ kind, state }) => kind === 'receipt' && state === 'waiting');
  const theirs = await otherPage(browser, await apiSession('finance', server));
  await theirs.goto(`${base}approvals?id=${request?.id}`);
  await settled(theirs);
  await theirs.getByRole('button', { name: word('settings:approvals.confirm') }).click();
  await expect(theirs.getByText(word('settings:approvals.done.confirm'))).toBeVisible();
  await theirs.context().close();
  await page.keyboard.press('Escape');
}
