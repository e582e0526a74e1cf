import { callApi, settled, signIn, watch, word } from '@tests/e2e/support/browser';
import { buildSale } from '@tests/e2e/support/orders';
import { expect, test } from '@tests/e2e/support/test';
import type { ShopOrder } from '@/contract/orders/shop-order';
import type { OrderDetails } from '@/contract/orders/wire';

const text = (key: string, options = {}) => word(`orders:new-order.${key}`, options);
const pos = (key: string, options = {}) => word(`orders:orders-pos.checkout.${key}`, options);

test('an administrator takes an order on the phone with a coupon and the points of the customer', async ({
  page,
}) => {
  test.setTimeout(120_000);
  const { problems } = watch(page);
  const admin = await signIn(page.context(), 'admin');
  // More than the customer's points can cover.
  const { simple, coupon } = await buildSale(admin, { variation: 1000, simple: 60_000 });
  const { data } = await callApi<{ data: { id: number }[] }>(
    admin,
    'GET',
    'users?search=email:customer@demo.ru',
  );
  const customer = data[0]?.id ?? 0;
  const { profile } = await callApi<{ profile: { contact: string } }>(admin, 'GET', `users/${customer}`);
  await callApi(admin, 'POST', 'add-points', { customer_id: customer, points: 30 });

  await page.goto('./orders/create');
  await settled(page);
  await page.getByLabel(text('customer.phone')).fill(profile.contact);
  await page.keyboard.press('Enter');
  await expect(page.getByText(text('customer.known'))).toBeVisible();
  await page.getByRole('searchbox').fill(simple.sku ?? '');
  await page.keyboard.press('Enter');
  const order = page.getByRole('region', { name: text('order'), exact: true });
  await expect(order.getByRole('listitem').filter({ hasText: simple.name })).toBeVisible();
  for (const [key, value] of [
    ['state', 'Тверская область'],
    ['city', 'Тверь'],
    ['zip', '170000'],
    ['street_address', 'ул. Советская, 1'],
  ] as const) {
    await page.locator(`#order-${key}`).fill(value);
  }

  await order.getByRole('button', { name: pos('coupon.have') }).click();
  await order.getByLabel(pos('coupon.label')).fill('nosuch');
  await page.keyboard.press('Enter');
  await expect(order.getByRole('alert')).toHaveText(word('promotions:coupons.answers.INVALID_COUPON_CODE'));
  await expect(order.getByRole('button', { name: text('place.link') })).toBeDisabled();
  await order.getByRole('button', { name: pos('coupon.remove', { code: 'NOSUCH' }) }).click();
  await order.getByRole('button', { name: pos('coupon.have') }).click();
  await order.getByLabel(pos('coupon.label')).fill(coupon);
  await page.keyboard.press('Enter');
  await expect(order.getByText(text('discount'), { exact: true })).toBeVisible();
  await order.getByRole('checkbox', { name: pos('wallet.use') }).check();
  await expect(order.getByText(text('by-points'), { exact: true })).toBeVisible();
  const answered = page.waitForResponse(
    (response) => response.request().method() === 'POST' && /shop-orders\/[^/]+$/.test(response.url()),
  );
  await order.getByRole('button', { name: text('place.link') }).click();
  const placed = (await (await answered).json()) as ShopOrder;

  await expect(page.getByText(text('placed.title'))).toBeVisible();
  const stored = await callApi<OrderDetails>(admin, 'GET', `orders/${placed.id}`);
  expect([stored.amount, stored.discount, stored.wallet_amount]).toEqual([60_000, 6000, placed.wallet]);
  expect(stored.wallet_amount).toBeGreaterThan(0);
  expect(problems).toEqual([]);
});
