import { randomInt } from 'node:crypto';
import { beUsual, command, leave } from '@tests/e2e/money/stand-ins';
import { apiSession, callApi, watch } from '@tests/e2e/support/browser';
import { lastMessage, linkTo, newPassword, unique } from '@tests/e2e/support/people';
import { baseUrl, type ServerName } from '@tests/e2e/support/servers';
import { expect, type Page, test } from '@tests/e2e/support/test';
import type { Product } from '@/contract/catalogue/products/schema';
import type { OrderDetails } from '@/contract/orders/wire';
import { serveFront } from './serve-front';

/**
 * The whole sale in a shop front of the dialect, on an installation where nothing was set for it. The front is `front/`: it
 * breaks where public ones break, and a broken page is a problem that `watch` collects.
 */
let front: Awaited<ReturnType<typeof serveFront>>;
test.beforeAll(async () => {
  front = await serveFront();
});
test.afterAll(() => front.close());

/** A mobile number that no other test has. */
const newPhone = () => `79${randomInt(10 ** 8, 10 ** 9)}`;

/** Words, and no key of a dictionary. */
const refusal = /^[A-ZА-Я][a-zа-я]+ /;

/** Opens the front on a page of its own, `#/…`. */
async function openFront(page: Page, at = '#/', server: ServerName = 'plain'): Promise<void> {
  await page.goto(`${front.origin}/?api=${encodeURIComponent(`${baseUrl(server)}rest`)}${at}`);
}

/** A simple product with enough pieces, above the least sum of an order. */
async function someProduct(server: ServerName = 'plain'): Promise<Product> {
  const admin = await apiSession('admin', server);
  const path = 'products?limit=60&search=status:publish&orderBy=price&sortedBy=asc';
  const { data } = await callApi<{ data: Product[] }>(admin, 'GET', path, undefined, server);
  const found = data.find(
    (one) =>
      one.product_type === 'simple' && !one.is_digital && one.quantity > 30 && Number(one.price) >= 500,
  );
  if (!found) throw new Error('The demo sells nothing simple');
  return found;
}

/** Puts two pieces into the cart and opens it. */
async function fillCart(page: Page, product: Product, server: ServerName = 'plain'): Promise<void> {
  await openFront(page, `#/products/${product.slug}`, server);
  await expect(page.getByRole('heading', { name: product.name })).toBeVisible();
  await page.getByRole('button', { name: 'Add to cart' }).click();
  await expect(page.getByRole('heading', { name: 'Cart' })).toBeVisible();
}

/** The number and the code that the settings ask for; the code lies in the outbox of the demo. */
async function giveContact(page: Page, server: ServerName = 'plain'): Promise<void> {
  const phone = newPhone();
  const [, area, first, second, third] = /^7(...)(...)(..)(..)$/.exec(phone) ?? [];
  await page.getByLabel('Phone').fill(phone);
  await page.getByRole('button', { name: 'Send code' }).click();
  await expect(page.getByLabel('Code')).toBeVisible();
  await page.getByLabel('Code').fill('000000');
  await page.getByRole('button', { name: 'Confirm code' }).click();
  await expect(page.getByRole('status')).toHaveText('OTP_VERIFICATION_FAILED');
  const code =
    /\d{6}/.exec(
      await lastMessage(`+7 (${area}) ${first}-${second}-${third}`, 'contact-code', server),
    )?.[0] ?? '';
  await page.getByLabel('Code').fill(code);
  await page.getByRole('button', { name: 'Confirm code' }).click();
  await expect(page.locator('.contact')).toBeVisible();
}

/** Prices, way of payment, order; gives what the front showed to be paid. */
async function order(page: Page, payment?: string): Promise<number> {
  await page.getByRole('button', { name: 'Check availability' }).click();
  const place = page.getByRole('button', { name: 'Place order' });
  await expect(place).toBeEnabled();
  const shown = Number(await page.locator('.shown').textContent());
  if (payment) await page.getByLabel(payment).check();
  await place.click();
  await expect(page.getByRole('heading', { name: 'Order ' })).toBeVisible();
  return shown;
}

const totalOf = async (page: Page) => Number(await page.locator('.total').textContent());

/** Registers in the front, confirms by the letter, signs in. */
async function registerInFront(page: Page): Promise<string> {
  const email = `e2e-${unique()}@demo.ru`;
  await openFront(page, '#/register');
  await page.getByLabel('Name').fill('Мария');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill('123');
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.locator('[data-field=password]')).toHaveText(refusal);
  await page.getByLabel('Password').fill(newPassword);
  await page.getByRole('button', { name: 'Create account' }).click();
  const link = await linkTo(email, 'confirm-email');
  expect((await fetch(link)).ok).toBe(true);
  await page.goto(`${front.origin}/#/login`);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(newPassword);
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page.getByRole('status')).toHaveText('Мария en customer');
  return email;
}

/** The demo's customer signs in in the front. */
async function logInToFront(page: Page, server: ServerName = 'plain'): Promise<void> {
  await openFront(page, '#/login', server);
  await page.getByLabel('Email').fill('customer@demo.ru');
  await page.getByLabel('Password').fill('Demo12345');
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page.getByRole('status')).toContainText('customer');
}

test('a guest finds a product, confirms the phone by a code, and buys for cash', async ({ page }) => {
  const { problems } = watch(page);
  const product = await someProduct();
  await openFront(page);
  await expect(page.locator('article img')).toHaveCount(100);
  await fillCart(page, product);
  await page.getByLabel('Your name').fill('Пётр');
  await giveContact(page);

  const shown = await order(page, 'Cash on delivery');

  await expect(page.locator('.order-status')).toHaveText('order-processing');
  await expect(page.locator('.gateway')).toHaveText('CASH_ON_DELIVERY');
  expect(await totalOf(page)).toBeLessThanOrEqual(shown);
  await expect(page.getByText('Тверская, 1')).toBeVisible();
  expect(problems).toEqual([]);
});

const kinds = [
  ['fixed', 50],
  ['percentage', 10],
  ['free_shipping', 0],
] as const;

test('a customer registers, buys with a coupon of each kind, and sees the orders', async ({ page }) => {
  const { problems, allow } = watch(page);
  // A refused form, and a wrong password in the console of the browser.
  allow(/422/);
  const admin = await apiSession('admin');
  const product = await someProduct();
  await registerInFront(page);

  for (const [type, amount] of kinds) {
    const code = `F${unique().toUpperCase()}`;
    await callApi(admin, 'POST', 'coupons', {
      ...{ code, type, amount, minimum_cart_amount: 0 },
      active_from: new Date(Date.now() - 86_400_000).toISOString(),
      expire_at: new Date(Date.now() + 86_400_000).toISOString(),
    });
    await fillCart(page, product);
    await page.getByLabel('Coupon').fill('NO-SUCH-CODE');
    await page.getByRole('button', { name: 'Apply coupon' }).click();
    await expect(page.getByRole('status')).not.toBeEmpty();
    await page.getByLabel('Coupon').fill(code.toLowerCase());
    await page.getByRole('button', { name: 'Apply coupon' }).click();
    await expect(page.locator('.coupon')).toHaveText(code);
    await giveContact(page);

    const shown = await order(page);

    // A coupon for the delivery costs what the front shows; others may be rounded in the buyer's favour.
    expect([type, await totalOf(page)]).toEqual([type, expect.closeTo(shown, 1)]);
  }
  await page.getByRole('link', { name: 'Orders' }).click();
  await expect(page.getByRole('heading', { name: 'Orders' })).toBeVisible();
  await expect(page.locator('main a')).toHaveCount(kinds.length);
  expect(problems).toEqual([]);
});

test('a customer receives the order, reviews, asks, and asks for the money back', async ({ page }) => {
  const { problems, allow } = watch(page);
  allow(/422/);
  const product = await someProduct();
  // One address may register ten times an hour.
  await logInToFront(page);
  await fillCart(page, product);
  await giveContact(page);
  await order(page, 'Cash on delivery');
  const number = /orders\/(\w+)/.exec(page.url())?.[1];
  const admin = await apiSession('admin');
  const placed = await callApi<OrderDetails>(admin, 'GET', `orders/${number}`);
  // As an admin of the dialect moves it.
  for (const order_status of ['order-at-local-facility', 'order-out-for-delivery', 'order-completed']) {
    const moved = await fetch(`${baseUrl('plain')}rest/orders/${placed.children[0]?.id}`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${admin.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ order_status }),
    });
    expect([order_status, moved.status]).toEqual([order_status, 200]);
  }

  await page.reload();
  await expect(page.locator('.order-status')).toHaveText('order-completed');
  await page.getByLabel('Comment').fill('Отличная вещь');
  await page.getByRole('button', { name: 'Review' }).click();
  await expect(page.getByRole('status')).toHaveText('Review sent');
  await page.getByLabel('Reason').fill('Скол');
  await page.getByLabel('Description').fill('На ручке');
  await page.getByRole('button', { name: 'Ask for a refund' }).click();
  await expect(page.getByRole('status')).toHaveText('Refund pending');
  await page.goto(`${front.origin}/#/products/${product.slug}`);
  await expect(page.locator('.mine')).toHaveText('Отличная вещь');
  await page.getByLabel('Question').fill('Есть ли гарантия?');
  await page.getByRole('button', { name: 'Ask' }).click();
  await expect(page.getByRole('status')).toHaveText('Question sent');
  expect(problems).toEqual([]);
});

test.describe('with an acquirer', () => {
  test.beforeEach(beUsual);
  test.afterEach(leave);

  for (const who of ['a guest', 'a customer'] as const) {
    test(`${who} pays online, and the front sees the money`, async ({ page }) => {
      const { problems } = watch(page);
      const product = await someProduct('languages');
      if (who === 'a customer') await logInToFront(page, 'languages');
      await fillCart(page, product, 'languages');
      if (who === 'a guest') await page.getByLabel('Your name').fill('Пётр');
      await giveContact(page, 'languages');
      await order(page, 'Stripe');
      const orderUrl = page.url();
      await expect(page.locator('.gateway')).toHaveText('STRIPE');

      await page.getByRole('button', { name: 'Pay now' }).click();

      // The page of the acquirer has opened: leaving before would be two navigations at once.
      await page.waitForURL(/\/pay\/[^/]+$/);
      const id = page.url().split('/').at(-1);
      await command('yookassa', { do: 'pay', id });
      await page.goto(orderUrl);
      await expect(page.getByRole('heading', { name: 'Order ' })).toBeVisible();
      await expect(async () => {
        await page.getByRole('button', { name: 'Check payment' }).click();
        await expect(page.locator('.payment-status')).toHaveText('payment-success', { timeout: 1000 });
      }).toPass();
      await expect(page.locator('.gateway')).toHaveText('STRIPE');
      expect(problems).toEqual([]);
    });
  }
});
