import {
  apiSession,
  callApi,
  keepSession,
  sessionOf,
  settled,
  watch,
  word,
} from '@tests/e2e/support/browser';
import { variationsIn } from '@tests/e2e/support/orders';
import { newStaff, unique } from '@tests/e2e/support/people';
import { firstType } from '@tests/e2e/support/shops';
import { expect, test } from '@tests/e2e/support/test';
import type { ProductDetails } from '@/contract/catalogue/products/details';
import type { ShopOrder } from '@/contract/orders/shop-order';
import type { OrderDetails } from '@/contract/orders/wire';
import type { Shop } from '@/contract/shops/schema';

/** Staff of a shop take an order by phone, from the customer's number to the payment link. */

const text = (key: string, options = {}) => word(`orders:new-order.${key}`, options);

test('staff place an order for a customer on the phone, and the payment link is shown', async ({
  page,
  context,
}) => {
  const { problems } = watch(page);
  const [admin, owner] = await Promise.all([apiSession('admin'), apiSession('owner2')]);
  const { shops } = await callApi<{ shops: { id: number; slug: string }[] }>(owner, 'GET', 'me');
  const shop = await callApi<Shop>(admin, 'GET', `shops/${shops[0]?.slug}`);
  const type_id = await firstType(admin);
  const good = await callApi<ProductDetails>(admin, 'POST', 'products', {
    ...{ name: `Товар заказа ${unique()}`, type_id, shop_id: shop.id },
    ...{ product_type: 'variable', unit: 'шт.', status: 'publish', is_taxable: false },
    ...(await variationsIn(admin, shop.id, 4200)),
  });
  const staff = await newStaff(['orders']);
  await keepSession(context, await sessionOf(staff.email, staff.password));
  await page.goto(`./${shop.slug}/orders/create`);
  await settled(page);
  await expect(page.getByLabel(text('customer.phone'))).toBeFocused();

  await page.keyboard.type('9005550142');
  await page.keyboard.press('Enter');
  await page.getByLabel(text('customer.name')).fill('Покупатель по телефону');
  await page.getByRole('searchbox').fill(good.name);
  const tile = page.getByRole('button').filter({ hasText: good.name });
  await expect(tile.getByText(word('orders:till.variations', { count: 2 }))).toBeVisible();
  // The goods before the search may have shown it, too.
  const goods = page.getByRole('list', { name: word('orders:till.goods'), exact: true });
  await expect(goods.getByRole('listitem')).toHaveCount(1);
  await page.keyboard.press('Enter');
  await expect(
    page.getByRole('list', { name: good.name }).getByRole('button', { name: /^50 г/ }),
  ).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  const order = page.getByRole('region', { name: text('order'), exact: true });
  await expect(order.getByRole('listitem').filter({ hasText: good.name })).toBeVisible();
  for (const [key, value] of [
    ['state', 'Нижегородская область'],
    ['city', 'Нижний Новгород'],
    ['zip', '603001'],
    ['street_address', 'ул. Рождественская, 20'],
  ] as const) {
    await page.locator(`#order-${key}`).fill(value);
  }
  await order.getByRole('button', { name: text('way.qr'), exact: true }).click();
  await expect(order.getByRole('button', { name: text('place.qr') })).toBeEnabled();
  const answered = page.waitForResponse(
    (response) => response.request().method() === 'POST' && /shop-orders\/[^/]+$/.test(response.url()),
  );
  await page.keyboard.press('Control+Enter');
  const placed = (await (await answered).json()) as ShopOrder;
  await expect(page.getByText(text('placed.title'))).toBeVisible();
  await expect(page.getByRole('img', { name: word('orders:till.sbp.code') })).toBeVisible();

  const stored = await callApi<OrderDetails>(admin, 'GET', `orders/${placed.id}`);
  expect([stored.shop_id, stored.customer_name, stored.order_status]).toEqual([
    shop.id,
    'Покупатель по телефону',
    'order-pending',
  ]);
  expect(stored.total).toBe(placed.total);
  const left = await callApi<ProductDetails>(admin, 'GET', `products/${good.slug}`);
  expect(left.variation_options.map(({ quantity }) => quantity)).toEqual([4, 5]);
  expect(problems).toEqual([]);
});
