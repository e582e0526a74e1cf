import { apiSession, callApi, keepSession, settled, watch, word } from '@tests/e2e/support/browser';
import { expect, test } from '@tests/e2e/support/test';
import { orderOf } from '@tests/support/order-body';
import type { ProductDetails } from '@/contract/catalogue/products/details';
import { shownNumber } from '@/contract/orders/number';
import type { LateParts, OrderDetails } from '@/contract/orders/wire';

/** From the hours that a vendor sets to the list of what is late, and back from a handover that was a mistake. */
test('a vendor sets the hours to assemble, sees the deadline and the late orders, and undoes a handover', async ({
  page,
}) => {
  test.setTimeout(180_000);
  const { problems } = watch(page);
  const owner = await apiSession('owner');
  await keepSession(page.context(), owner);
  const late = await callApi<LateParts[]>(owner, 'GET', 'orders/late');
  const [most] = late;
  if (!most) throw new Error('The demo owner is late with something');
  const { shop } = most;

  await page.goto(`./${shop.slug}/edit`);
  await settled(page);
  const hours = page.getByLabel(word('shops:shops.fields.settings.assembly_hours'));
  await hours.fill('3');
  await page.getByLabel(word('shops:shops.fields.settings.cut_off')).fill('16:00');
  await page.getByRole('button', { name: word('common:button-save') }).click();
  await expect
    .poll(
      async () =>
        (await callApi<{ settings: { assembly_hours?: number } }>(owner, 'GET', `shops/${shop.slug}`))
          .settings.assembly_hours,
    )
    .toBe(3);

  const goods = await callApi<{ data: ProductDetails[] }>(
    owner,
    'GET',
    `products?shop_id=${shop.id}&search=product_type:simple;status:publish&searchJoin=and&limit=30`,
  );
  const product = goods.data.find(
    ({ quantity, price, is_digital }) => (quantity ?? 0) > 0 && (price ?? 0) >= 500 && !is_digital,
  );
  if (!product) throw new Error('The shop has something to sell');
  const body = orderOf([{ product_id: product.id, order_quantity: 1 }]);
  const order = await callApi<OrderDetails>(await apiSession('customer'), 'POST', 'orders', body);
  const part = order.children.find(({ shop_id }) => shop_id === shop.id);
  expect(part?.ship_by).toBeTruthy();

  await page.goto(`./${shop.slug}/orders/${part?.id}`);
  await settled(page);
  await expect(page.getByRole('heading', { name: new RegExp(shownNumber(order)) })).toBeVisible();
  const deadline = word('orders:orders.details.ship-by', { time: '' }).trim();
  await expect(page.getByText(new RegExp(deadline)).first()).toBeVisible();

  const header = page.getByRole('main').locator('header').first();
  const handOver = word('orders:orders.moves.order-out-for-delivery');
  await header.getByRole('button', { name: handOver }).click();
  const dialog = page.getByRole('dialog');
  const carrier = dialog.getByRole('combobox', { name: word('orders:orders.details.parcel.carrier') });
  await carrier.fill('сдэ');
  await page.getByRole('option', { name: word('orders:orders.carriers.cdek') }).click();
  await dialog.getByLabel(word('orders:orders.details.parcel.number')).fill('1300 6182 441');
  await dialog.getByRole('button', { name: handOver }).click();
  await expect(page.getByText(word('orders:orders.details.shipped'))).toBeVisible();
  await page.getByRole('button', { name: word('common:button-undo') }).click();
  await expect(page.getByText(word('orders:orders.details.ship-undone'))).toBeVisible();
  await expect(header.getByRole('button', { name: handOver })).toBeVisible();

  await page.goto('./');
  await settled(page);
  // Orders of other tests come and go meanwhile.
  const texts = [1, 5].map((count) =>
    word('insights:dashboard.waiting.late', { count }).replace(String(count), '\\d+'),
  );
  const waiting = page.getByRole('link', { name: new RegExp(texts.join('|')) });
  await waiting.first().click();
  await expect(page).toHaveURL(/ship_by=late/);
  await expect(page.getByText(word('orders:orders.options.ship_by.late')).first()).toBeVisible();
  expect(problems).toEqual([]);
});
