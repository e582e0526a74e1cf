import { apiSession, callApi, keepSession, settled, watch, word } from '@tests/e2e/support/browser';
import { buildSale } from '@tests/e2e/support/orders';
import { unique } from '@tests/e2e/support/people';
import { firstType } from '@tests/e2e/support/shops';
import { expect, test } from '@tests/e2e/support/test';
import { moscow } from '@tests/support/order-body';
import type { ProductDetails } from '@/contract/catalogue/products/details';
import type { Reconciliation } from '@/contract/ledger/schema';
import type { DemoMessage } from '@/contract/messaging/demo-outbox';
import { answerHours } from '@/contract/orders/change';
import type { ShopOrder } from '@/contract/orders/shop-order';

/** A vendor adds goods to a placed order; the customer agrees by the link, and the order changes. */

const text = (key: string, options = {}) => word(`orders:orders.edit.${key}`, options);

test('a vendor adds goods to an order, and the customer agrees to pay more', async ({ page, context }) => {
  const { problems } = watch(page);
  const admin = await apiSession('admin');
  const { owner, shops, variable } = await buildSale(admin, { variation: 500, simple: 300 });
  const [{ id: shopId, slug }] = shops;
  const type_id = await firstType(admin);
  const cup = await callApi<ProductDetails>(admin, 'POST', 'products', {
    ...{ name: `Чашка ${unique()}`, type_id, shop_id: shopId, product_type: 'simple' },
    ...{ unit: 'шт.', status: 'publish', is_taxable: false, price: 250, quantity: 5 },
    sku: `EDIT-${unique()}`.toUpperCase(),
  });
  const products = [
    { product_id: variable.id, variation_option_id: variable.variation_options[0]?.id, order_quantity: 1 },
  ];
  const quote = await callApi<{ total: number }>(owner, 'POST', `shop-orders/${slug}/quote`, {
    ...{ products, shipping_address: moscow, payment_gateway: 'CASH_ON_DELIVERY' },
  });
  const placed = await callApi<ShopOrder>(owner, 'POST', `shop-orders/${slug}`, {
    ...{ products, shipping_address: moscow, payment_gateway: 'CASH_ON_DELIVERY', total: quote.total },
    ...{ customer_contact: '+79005550177', customer_name: 'Покупатель' },
  });
  await keepSession(context, owner);

  await page.goto(`./${slug}/orders/${placed.id}`);
  await settled(page);
  await page.getByRole('button', { name: word('orders:orders.details.more') }).click();
  await page.getByRole('menuitem', { name: word('orders:orders.details.edit-lines') }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(text('add'), { exact: true }).fill(cup.sku ?? '');
  await page.keyboard.press('Enter');
  await expect(dialog.getByText(text('consent.asks-text', { hours: answerHours }))).toBeVisible();
  await dialog.getByRole('button', { name: text('ask') }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText(text('states.asked'))).toBeVisible();

  const { data: sent } = await callApi<{ data: DemoMessage[] }>(admin, 'GET', 'dev/outbox?limit=50');
  const link = sent.map(({ body }) => /order-change\?secret=[\w-]+/.exec(body)?.[0]).find(Boolean);
  // The owner's page would hear of the order, and ask for its numbers without a session.
  await page.goto('about:blank');
  await context.clearCookies();
  await page.goto(`./${link}`);
  await expect(page.getByText(cup.name)).toBeVisible();
  await page.getByRole('button', { name: text('accept') }).click();
  await expect(page.getByText(text('customer.applied'))).toBeVisible();

  const order = await callApi<{ total: number }>(owner, 'GET', `orders/${placed.id}`);
  expect(order.total).toBe(quote.total + 250);
  const { problems: unsound } = await callApi<Reconciliation>(admin, 'GET', 'ledger/reconcile');
  expect(unsound.filter(({ subject }) => subject.includes(`shop ${shopId}`))).toEqual([]);
  expect(problems).toEqual([]);
});
