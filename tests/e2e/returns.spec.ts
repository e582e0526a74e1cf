import { apiSession, callApi, keepSession, settled, watch, word } from '@tests/e2e/support/browser';
import { buildSale } from '@tests/e2e/support/orders';
import { expect, test } from '@tests/e2e/support/test';
import type { ProductDetails } from '@/contract/catalogue/products/details';
import type { Reconciliation } from '@/contract/ledger/schema';
import { shownNumber } from '@/contract/orders/number';
import type { ShiftReport, TillSale } from '@/contract/orders/till';
import type { OrderDetails } from '@/contract/orders/wire';

/** A vendor's returns: a request, goods over the counter and an exchange, to the money in the shift and the books. */

const returns = (key: string, options = {}) => word(`refunds:refunds.returns.${key}`, options);
const till = (key: string, options = {}) => word(`orders:till.${key}`, options);

test('a vendor answers a request, takes goods back at the till and exchanges a variation', async ({
  page,
  context,
}) => {
  const { problems } = watch(page);
  const admin = await apiSession('admin');
  const { owner, shops, variable } = await buildSale(admin, { variation: 500, simple: 300 });
  const [{ id: shopId, slug }] = shops;
  const [first] = variable.variation_options;
  const { id: shift } = await callApi<ShiftReport>(owner, 'POST', `till/${slug}/shifts`, {
    opening_cash: 1000,
  });
  const sale = await callApi<TillSale>(owner, 'POST', `till/${slug}/sales`, {
    products: [{ product_id: variable.id, variation_option_id: first?.id, order_quantity: 3 }],
    payment_gateway: 'CASH',
    total: 1500,
  });
  const part = await callApi<OrderDetails>(owner, 'GET', `orders/${sale.id}`);
  const request = await callApi<{ id: number }>(admin, 'POST', 'refunds', {
    order_id: part.parent_id,
    lines: [{ order_line_id: part.products[0]?.id, quantity: 1 }],
  });
  await keepSession(context, owner);

  await page.goto(`./${slug}/refunds/${request.id}`);
  await settled(page);
  await expect(page.getByText(returns('until', { time: '' }).trim()).first()).toBeVisible();
  await page.getByRole('button', { name: returns('agree') }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText(/^500\s₽$/)).toBeVisible();
  await expect(dialog.getByText(returns('agree-about.goods-later'))).toBeVisible();
  await dialog.getByRole('button', { name: returns('agree') }).click();
  await expect(page.getByText(word('refunds:refunds.final.approved'))).toBeVisible();
  await page.getByRole('button', { name: returns('stage-action.inspected') }).click();
  await dialog.getByRole('button', { name: returns('stage-action.inspected') }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText(returns('restocked', { count: 1 }))).toBeVisible();

  await page.goto(`./${slug}/till`);
  await settled(page);
  await page.keyboard.press('F6');
  const pane = page.getByRole('region', { name: till('return.title') });
  await pane.getByRole('textbox', { name: till('return.search') }).fill(part.tracking_number);
  await pane.getByRole('button', { name: shownNumber(part) }).click();
  await pane.getByRole('button', { name: till('return.more', { name: variable.name }) }).click();
  await pane.getByRole('button', { name: till('return.submit') }).click();
  await expect(pane.getByText(word('form:error-return-reason-required'))).toBeVisible();
  await pane.getByRole('textbox', { name: till('return.about') }).fill('Не подошло');
  await pane.getByRole('button', { name: till('return.submit') }).click();
  await expect(pane.getByRole('status')).toBeVisible();
  await page.keyboard.press('F7');
  await expect(page.getByRole('region', { name: till('shift.drawer') }).getByText(/1\s500/)).toHaveCount(2);

  await page.goto(`./${slug}/orders/${sale.id}`);
  await settled(page);
  await page.getByRole('button', { name: word('orders:orders.details.exchange') }).click();
  await expect(dialog.getByLabel(returns('exchange-for'))).toBeVisible();

  await page.goto(`./${slug}/till`);
  await settled(page);
  await page.keyboard.press('F6');
  await pane.getByRole('textbox', { name: till('return.search') }).fill(part.tracking_number);
  await pane.getByRole('button', { name: shownNumber(part) }).click();
  await pane.getByRole('button', { name: till('return.exchange') }).click();
  const other = dialog.getByLabel(returns('exchange-for'));
  await other.selectOption({ index: 1 });
  await expect(dialog.getByText(returns('difference.pays', { sum: '' }).trim())).toBeVisible();
  await dialog.getByRole('button', { name: returns('exchange'), exact: true }).click();
  await expect(dialog).toBeHidden();

  const report = async () => {
    const path = `till/${slug}/shifts/${shift}`;
    const { expected_cash, refunds } = await callApi<ShiftReport>(owner, 'GET', path);
    return [expected_cash, refunds.length];
  };
  // The root of a dialog has no size, so it counts as hidden before the answer.
  await expect.poll(report).toEqual([1600, 3]);
  const after = await callApi<ProductDetails>(admin, 'GET', `products/${variable.slug}`);
  expect(after.variation_options.map(({ quantity }) => quantity)).toEqual([5, 4]);
  const { problems: unsound } = await callApi<Reconciliation>(admin, 'GET', 'ledger/reconcile');
  expect(unsound.filter(({ subject }) => subject.includes(`shop ${shopId}`))).toEqual([]);
  expect(problems).toEqual([]);
});
