import {
  apiSession,
  callApi,
  demoPassword,
  freshSession,
  keepSession,
  settled,
  word,
} from '@tests/e2e/support/browser';
import { unique } from '@tests/e2e/support/people';
import { expect, type Page, test } from '@tests/e2e/support/test';
import { orderOf } from '@tests/support/order-body';
import type { ProductDetails } from '@/contract/catalogue/products/details';
import type { Tag } from '@/contract/catalogue/tags/schema';
import { shownNumber } from '@/contract/orders/number';
import type { OrderDetails } from '@/contract/orders/wire';

/** What a person has typed and done survives a lost network and an ended session. */

// Chromium stays offline for some requests of the next context: an option of its own gives this file its own browser.
test.use({ headless: true });

test('the first save without a network waits, outlives the end of the session, and is stored once', async ({
  page,
  context,
}) => {
  const session = await freshSession('admin');
  const tag = await callApi<Tag>(session, 'POST', 'tags', { name: `Метка ${unique()}`, language: 'ru' });
  const name = `Сохранено без сети ${unique()}`;
  await keepSession(context, session);
  await page.goto(`./tags/${tag.slug}/edit`);
  const field = page.locator('[id="field-name"]');
  await field.fill(name);
  await settled(page);

  await context.setOffline(true);
  await page.getByRole('button', { name: word('common:button-save'), exact: true }).click();
  await expect(page.getByText(word('form:outage.waiting'))).toBeVisible({ timeout: 3000 });
  await callApi(session, 'POST', 'logout', {});
  await context.setOffline(false);

  const dialog = page.getByRole('dialog', { name: word('accounts:again.title') });
  await dialog.locator('[id="again-password"]').fill(demoPassword);
  await dialog.getByRole('button', { name: word('common:button-login'), exact: true }).click();

  await expect(page.getByText(word('form:outage.saved'))).toBeVisible();
  await expect(dialog).toHaveCount(0);
  await expect(field).toHaveValue(name);
  const stored = await callApi<Tag>(await freshSession('admin'), 'GET', `tags/${tag.slug}`);
  expect([stored.name, stored.version]).toEqual([name, tag.version + 1]);
});

const queue = (key: string, options = {}) => word(`orders:queue.${key}`, options);
const chip = (page: Page, count: number) => page.getByRole('button', { name: queue('chip', { count }) });
const handOver = word('orders:orders.moves.order-out-for-delivery');

/** A part of a new order, and its page in a shop of the demo owner. */
async function buildPart(): Promise<OrderDetails & { page: string }> {
  const owner = await apiSession('owner');
  const { shops } = await callApi<{ shops: { id: number; slug: string }[] }>(owner, 'GET', 'me');
  const goods = await callApi<{ data: ProductDetails[] }>(
    owner,
    'GET',
    `products?shop_id=${shops[0]?.id}&search=product_type:simple;status:publish&searchJoin=and&limit=30`,
  );
  const product = goods.data.find(
    ({ quantity, price, is_digital }) => (quantity ?? 0) > 3 && (price ?? 0) >= 500 && !is_digital,
  );
  if (!product) throw new Error('The shop has something to sell');
  const body = orderOf([{ product_id: product.id, order_quantity: 1 }]);
  const order = await callApi<OrderDetails>(await apiSession('customer'), 'POST', 'orders', body);
  const part = await callApi<OrderDetails>(owner, 'GET', `orders/${order.children[0]?.id}`);
  return { ...part, page: `./${shops[0]?.slug}/orders/${part.id}` };
}

async function openPart(page: Page, part: { page: string }): Promise<void> {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(part.page);
  await settled(page);
  await expect(page.getByRole('button', { name: handOver })).toBeVisible();
  // The dialogs of the steps arrive after the page: nothing more comes for two seconds.
  await page.waitForFunction(() => {
    const ends = performance.getEntriesByType('resource').map((one) => one.startTime + one.duration);
    return performance.now() - Math.max(...ends) > 2000;
  });
}

/** Hands an order over without carrier and number, or with them. */
async function ship(page: Page, parcel?: string): Promise<void> {
  await page.getByRole('button', { name: handOver }).click();
  const dialog = page.getByRole('dialog');
  if (parcel) await dialog.getByLabel(word('orders:orders.details.parcel.number')).fill(parcel);
  await dialog.getByRole('button', { name: handOver }).click();
  await expect(dialog).toHaveCount(0);
}

test('steps of orders that are made on a phone without a network are sent in order, and a conflict asks', async ({
  page,
  context,
}) => {
  const owner = await apiSession('owner');
  const [moved, disputed] = [await buildPart(), await buildPart()];
  const other = await context.newPage();
  await keepSession(context, owner);
  await openPart(page, moved);
  await openPart(other, disputed);
  const parcel = `TRACK${unique()}`.toUpperCase();

  await context.setOffline(true);
  await ship(other);
  await expect(chip(other, 1)).toBeVisible();
  await page.bringToFront();
  await ship(page, parcel);
  await expect(page.getByText(queue('kept'))).toBeVisible();
  await page.getByRole('button', { name: word('orders:orders.details.more') }).click();
  await page.getByRole('menuitem', { name: word('orders:orders.moves.order-cancelled') }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: word('orders:orders.dialogs.cancel-confirm') }).click();
  await expect(chip(page, 3)).toBeVisible();
  const { order_status: before } = await callApi<OrderDetails>(owner, 'GET', `orders/${moved.id}`);
  expect(before).toBe('order-processing');
  await callApi(await apiSession('admin'), 'PUT', `orders/${disputed.id}`, {
    order_status: 'order-cancelled',
  });

  // The page comes back before the server does.
  await other.close();
  await context.route('**/rest/orders/*', (route) =>
    route.request().method() === 'PUT' ? route.abort('internetdisconnected') : route.continue(),
  );
  await context.setOffline(false);
  await page.reload();
  await settled(page);
  await chip(page, 3).click();
  await expect(dialog.getByRole('listitem')).toHaveCount(3);
  await expect(dialog.getByText(queue('states.waiting'))).toHaveCount(3);
  await context.unroute('**/rest/orders/*');
  await page.evaluate(() => window.dispatchEvent(new Event('online')));

  const row = dialog.getByRole('listitem').filter({ hasText: shownNumber(disputed) });
  await expect(row.getByText(queue('reasons.CONFLICT'))).toBeVisible();
  await expect(dialog.getByRole('listitem')).toHaveCount(1);
  await row.getByRole('button', { name: queue('drop-step') }).click();
  await expect(dialog.getByText(queue('empty'))).toBeVisible();

  const stored = await callApi<OrderDetails>(owner, 'GET', `orders/${moved.id}`);
  const steps = stored.events.flatMap(({ kind, to }) => (kind === 'status' ? [to] : []));
  expect(steps).toEqual(['order-out-for-delivery', 'order-cancelled']);
  expect(stored.parcel_number).toBe(parcel);
});

test('signing out asks before it deletes what was not sent', async ({ page, context }) => {
  const part = await buildPart();
  await keepSession(context, await freshSession('owner'));
  await openPart(page, part);
  await context.route('**/rest/orders/*', (route) =>
    route.request().method() === 'PUT' ? route.abort('internetdisconnected') : route.continue(),
  );
  await ship(page);
  await expect(chip(page, 1)).toBeVisible();

  await page.goto('./logout');
  await expect(page.getByRole('heading', { name: word('accounts:unsent.title') })).toBeVisible();
  await page.getByRole('button', { name: word('accounts:unsent.stay') }).click();
  await expect(chip(page, 1)).toBeVisible();
  await page.goto('./logout');
  await page.getByRole('button', { name: word('accounts:unsent.leave') }).click();

  await expect(page).toHaveURL(/\/login/);
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => /queue/.test(key)))).toEqual([]);
});
