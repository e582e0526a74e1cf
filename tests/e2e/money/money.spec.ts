import { settled, signIn, watch, word } from '@tests/e2e/support/browser';
import { otherPage } from '@tests/e2e/support/people';
import { expect, type Page, test } from '@tests/e2e/support/test';
import type { Reconciliation } from '@/contract/ledger/schema';
import type { OrderDetails } from '@/contract/orders/wire';
import type { PaymentLink } from '@/contract/payments/links';
import type { OrderPayments } from '@/contract/payments/views';
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
  server,
} from './stand-ins';

/** From the buyer's bank to the marketplace's, at the stand-in acquirer; the last test reconciles the day of all. */
test.describe.configure({ mode: 'serial' });
test.beforeEach(beUsual);
test.afterEach(leave);

const payments = (key: string, options = {}) => word(`payments:payments.${key}`, options);
const reconciliation = (key: string, options = {}) => word(`payments:reconciliation.${key}`, options);

const linkTo = async ({ id }: OrderDetails) =>
  (await ask<PaymentLink>('POST', `orders/${id}/payment-links`, { channels: [] })).url;

/** The button of the buyer's page begins with this. */
const button = payments('pay.button', { sum: '' }).trim();
const expectPaid = (page: Page) => expect(page.getByText(payments('pay.states.paid'))).toBeVisible();
const sound = async () => (await ask<Reconciliation>('GET', 'ledger/reconcile')).problems;

test('webhooks that come twice, and before the answer, count once', async ({ page, browser }) => {
  const { problems } = watch(page);
  const order = await placeOrder();
  const buyer = await otherPage(browser);
  const id = await openPayment(buyer, await linkTo(order), button);
  await command('yookassa', { do: 'webhooks', mode: 'twice' });
  await command('yookassa', { do: 'pay', id });
  await expectPaid(buyer);

  await command('yookassa', { do: 'webhooks', mode: 'twice', first: true });
  const { version } = await ask<OrderDetails>('GET', `orders/${order.id}`);
  await ask('PUT', `orders/${order.id}`, { order_status: 'order-cancelled', version });
  const { data } = await ask<{ data: { id: number }[] }>('GET', `refunds?search=order_id:${order.id}`);
  await ask('PUT', `refunds/${data[0]?.id}`, { status: 'approved' });
  const chain = () => ask<OrderPayments>('GET', `orders/${order.id}/payments`);
  await expect.poll(async () => (await chain()).returned).toBe(order.total);
  await signIn(page.context(), 'admin', server);
  await page.goto(`${base}orders/${order.id}`);
  await settled(page);

  await expect(page.getByText(payments('chain.left'))).toBeVisible();
  expect(await chain()).toMatchObject({ paid: order.total, returned: order.total, left: 0 });
  expect(await sound()).toEqual([]);
  expect(problems).toEqual([]);
  await buyer.context().close();
});

test('a payment that a silent acquirer never told about is found by comparing', async ({ page, browser }) => {
  const { problems } = watch(page);
  const order = await placeOrder();
  const buyer = await otherPage(browser);
  const id = await openPayment(buyer, await linkTo(order), button);
  await command('yookassa', { do: 'webhooks', mode: 'lose' });
  await command('yookassa', { do: 'trouble', kind: 'drop', chance: 1 });
  await command('yookassa', { do: 'pay', id });
  await signIn(page.context(), 'admin', server);
  await page.goto(`${base}ledger?view=providers`);
  await settled(page);
  const compare = page.getByRole('button', { name: payments('providers-page.sweep') });
  await compare.click();
  await expect(page.getByText(payments('providers-page.no-answer'))).toBeVisible();

  await command('yookassa', { do: 'calm' });
  await compare.click();

  await expect(page.getByText(payments('providers-page.applied', { count: 1 }))).toBeVisible();
  await expectPaid(buyer);
  expect(await sound()).toEqual([]);
  expect(problems).toEqual([]);
  await buyer.context().close();
});

test('an order is paid over СБП, returned in part, and reconciled with registry and bank', async ({
  page,
  browser,
}) => {
  const { problems } = watch(page);
  const order = await placeOrder();
  await signIn(page.context(), 'admin', server);
  await page.goto(`${base}orders/${order.id}`);
  await settled(page);
  // The panel also asks what became of the last link.
  const made = page.waitForResponse(
    (answer) => answer.url().includes('payment-links') && answer.request().method() === 'POST',
  );
  await page.getByRole('button', { name: payments('link.code'), exact: true }).click();
  const { url } = (await (await made).json()) as PaymentLink;
  const buyer = await otherPage(browser);
  const id = await openPayment(buyer, url, button);
  await expect(buyer.getByText(payments('pay.waiting'))).toBeVisible();
  await command('yookassa', { do: 'pay', id });
  await expectPaid(buyer);

  await returnOne(page, order);

  const { data } = await ask<{ data: { id: number }[] }>('GET', `payments?number=${order.tracking_number}`);
  expect(data).toHaveLength(1);
  await page.goto(`${base}ledger?view=reconciliation&part=files`);
  await settled(page);
  const day = moscowDay();
  await post(page, await fileOf('registry', { provider: 'yookassa', day }));
  await page.getByRole('button', { name: reconciliation('file.back') }).click();
  await post(page, await fileOf('statement', { from: day, to: moscowDay(1) }));
  await page.goto(`${base}ledger?view=reconciliation&part=nights`);
  await settled(page);

  const night = page
    .getByRole('table', { name: reconciliation('night.title') })
    .getByRole('row')
    .nth(1);
  await expect(night).toContainText(reconciliation('night.ok'));
  await expect(night).toContainText(reconciliation('night.registry'));
  expect(await sound()).toEqual([]);
  expect(problems).toEqual([]);
  await buyer.context().close();
});

/** One of two pieces comes back after the handover: decided on the refund's page, returned by the acquirer. */
async function returnOne(page: Page, { id }: OrderDetails): Promise<void> {
  const { children } = await ask<{ children: OrderDetails[] }>('GET', `orders/${id}`);
  const part = await ask<OrderDetails>('GET', `orders/${children[0]?.id}`);
  await ask('PUT', `orders/${part.id}`, { order_status: 'order-completed', version: part.version });
  const lines = [{ order_line_id: part.products[0]?.id, quantity: 1 }];
  const refund = await ask<{ id: number }>('POST', 'refunds', { order_id: id, lines });
  await page.goto(`${base}refunds/${refund.id}`);
  await settled(page);
  const approve = { name: word('refunds:refunds.moves.approved'), exact: true };
  await page.getByRole('button', approve).click();
  await page.getByRole('dialog').getByRole('button', approve).click();
  const returned = () => ask<OrderPayments>('GET', `orders/${id}/payments`);
  await expect.poll(async () => (await returned()).returned).toBeGreaterThan(0);
  const { paid, left } = await returned();
  expect(left).toBeLessThan(paid);
}

/** Uploads a file of the acquirer or the bank, and posts what it shows. */
async function post(page: Page, file: Awaited<ReturnType<typeof fileOf>>): Promise<void> {
  await page.locator('input[type=file]').setInputFiles(file);
  await page.getByRole('button', { name: reconciliation('file.post') }).click();
  await expect(page.getByText(reconciliation('file.states.posted')).first()).toBeVisible();
}
