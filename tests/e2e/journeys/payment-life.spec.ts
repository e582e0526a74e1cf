import { callApi, settled, signIn, watch, word } from '@tests/e2e/support/browser';
import { expect, test } from '@tests/e2e/support/test';
import type { PaymentPage } from '@/contract/payments/views';

test('finance reads the whole life of a payment on one page, and an old address shows the sums of orders', async ({
  page,
}) => {
  const { problems } = watch(page);
  const finance = await signIn(page.context(), 'finance');
  // The demo has one whose money went back in part.
  const { data } = await callApi<PaymentPage>(
    finance,
    'GET',
    'payments?provider=yookassa&state=paid&limit=100',
  );
  const { order, id } = data.find(({ refunded }) => refunded > 0) ?? { order: { number: '' }, id: 0 };

  await page.goto('./ledger?view=payments');
  await settled(page);
  await expect(page.getByRole('heading', { name: word('ledger:ledger.platform.payments') })).toBeVisible();
  await page.goto(`./ledger?view=payments&payment=${id}`);
  await settled(page);
  const life = page
    .getByRole('list')
    .filter({ hasText: word('payments:payments.list.order', { number: order.number }) });
  for (const step of [
    word('payments:payments.life.captured'),
    word('payments:payments.fields.fee'),
    `${word('receipts:receipts.one')}: `,
    word('payments:payments.sums.bank'),
    word('payments:payments.sums.refund'),
  ])
    await expect(life.getByText(step).first()).toBeVisible();
  await page.getByRole('button', { name: word('payments:payments.life.details') }).click();
  await expect(page.getByRole('heading', { name: word('payments:payments.sums.title') })).toBeVisible();
  await life
    .getByRole('link', { name: word('payments:payments.list.order', { number: order.number }) })
    .click();
  await expect(page).toHaveURL(/\/orders\/\d+$/);

  await signIn(page.context(), 'admin');
  await page.goto('./orders');
  await settled(page);
  await page.getByRole('button', { name: word('orders:orders.list.more'), exact: true }).click();
  await page.getByRole('link', { name: word('orders:orders.list.money-view') }).click();
  await expect(page).toHaveURL(/\/orders\/transaction$/);
  await expect(page.getByRole('heading', { name: word('orders:orders.transaction.title') })).toBeVisible();
  expect(problems).toEqual([]);
});
