import { callApi, settled, signIn, watch, word } from '@tests/e2e/support/browser';
import { buildSale } from '@tests/e2e/support/orders';
import { expect, test } from '@tests/e2e/support/test';
import type { ShopOrder } from '@/contract/orders/shop-order';
import type { OrderDetails } from '@/contract/orders/wire';

const text = (key: string, options = {}) => word(`orders:new-order.${key}`, options);
const link = (key: string, options = {}) => word(`payments:payments.${key}`, options);

test('a guest who ordered before is known by phone, gets a link that says whether it left, and pays by it', async ({
  page,
  browser,
}) => {
  test.setTimeout(180_000);
  const { problems } = watch(page);
  const admin = await signIn(page.context(), 'admin');
  const { simple } = await buildSale(admin, { variation: 1000, simple: 700 });
  const digits = String(Date.now()).slice(-7);
  const phone = `+7 (999) ${digits.slice(0, 3)}-${digits.slice(3, 5)}-${digits.slice(5)}`;
  const order = async (isKnown: boolean): Promise<ShopOrder> => {
    await page.goto('./orders/create');
    await settled(page);
    await page.getByLabel(text('customer.phone')).fill(phone);
    await page.keyboard.press('Enter');
    if (isKnown) {
      await expect(page.getByText(text('customer.guest'))).toBeVisible();
      await expect(page.getByLabel(text('customer.name'))).toHaveValue('Вера Гостева');
    } else await page.getByLabel(text('customer.name')).fill('Вера Гостева');
    await page.getByRole('searchbox').fill(simple.sku ?? '');
    await page.keyboard.press('Enter');
    const pane = page.getByRole('region', { name: text('order'), exact: true });
    await expect(pane.getByRole('listitem').filter({ hasText: simple.name })).toBeVisible();
    for (const [key, value] of [
      ['state', 'Тверская область'],
      ['city', 'Тверь'],
      ['zip', '170000'],
      ['street_address', 'ул. Советская, 1'],
    ] as const)
      await page.locator(`#order-${key}`).fill(value);
    const answered = page.waitForResponse(
      (response) => response.request().method() === 'POST' && /shop-orders\/[^/]+$/.test(response.url()),
    );
    await pane.getByRole('button', { name: text('place.link') }).click();
    const placed = (await (await answered).json()) as ShopOrder;
    await expect(page.getByText(text('placed.title'))).toBeVisible();
    return placed;
  };
  await order(false);
  const placed = await order(true);
  // A demo sends nothing, so the link is not called sent.
  await expect(page.getByText(link('link.states.waiting', { way: link('link.ways.sms') }))).toBeVisible();

  await page.goto(`./orders/${placed.id}`);
  await settled(page);
  await page.getByRole('button', { name: word('orders:orders.details.check-payment') }).click();
  await expect(page.getByText(link('check.pending', { name: link('check.manual') }))).toBeVisible();

  const buyer = await (await browser.newContext()).newPage();
  await buyer.goto(placed.payment_url ?? '');
  await expect(buyer.getByRole('heading', { name: link('bank.title') })).toBeVisible();
  await buyer.getByRole('button', { name: new RegExp(`^${link('bank.pay')}`) }).click();
  await expect(buyer.getByText(link('pay.states.paid'))).toBeVisible();

  const stored = await callApi<OrderDetails>(admin, 'GET', `orders/${placed.id}`);
  expect(stored.payment_status).toBe('payment-success');
  expect(problems).toEqual([]);
});
