import {
  type ApiSession,
  apiSession,
  callApi,
  settled,
  signIn,
  watch,
  word,
} from '@tests/e2e/support/browser';
import { balanceOf, buildSale, netOf, type SaleScene } from '@tests/e2e/support/orders';
import { lastMessage, unique } from '@tests/e2e/support/people';
import { expect, type Page, test } from '@tests/e2e/support/test';
import { orderOf } from '@tests/support/order-body';
import type { User } from '@/contract/accounts/users/schema';
import type { Withdraw } from '@/contract/ledger/withdraws/schema';
import { shownNumber } from '@/contract/orders/number';
import type { OrderDetails, VerifiedCheckout } from '@/contract/orders/wire';

/** The cashier's journey on the built panel: every expected figure is calculated by hand here. */

const pos = (key: string, options = {}) => word(`orders:orders-pos.${key}`, options);
const roubles = (sum: number) => Math.round(sum * 100) / 100;
/** A displayed sum, whatever its separators. */
const shows = (sum: number) => {
  const [whole = '', rest] = roubles(sum).toFixed(2).split('.');
  const digits = whole.replace(/\B(?=(\d{3})+$)/g, '\\s?');
  return new RegExp(`${digits}${rest === '00' ? '' : `,${rest}`}\\s?₽`);
};

/** Two pieces of the first variation, by the dialog, and one simple product, by its SKU as a scanner types it. */
async function fillCart(page: Page, { variable, simple }: SaleScene): Promise<void> {
  await page.goto('./orders/cart');
  await settled(page);
  const search = page.getByRole('main').getByRole('searchbox');
  await search.fill(variable.name);
  await page
    .getByRole('listitem')
    .filter({ hasText: variable.name })
    .getByRole('button', { name: pos('choose', { name: variable.name }) })
    .last()
    .click();
  const dialog = page.getByRole('dialog');
  const [value] = variable.variations;
  await dialog.getByRole('button', { name: value?.value ?? '', exact: true }).click();
  await dialog.getByRole('button', { name: word('catalogue:products.variations.dialog.more') }).click();
  await dialog.getByRole('button', { name: word('catalogue:products.variations.dialog.add') }).click();
  await expect(dialog).toBeHidden();
  await search.fill(simple.sku ?? '');
  await search.press('Enter');
  await expect(page.getByText(pos('scanned', { name: simple.name }))).toBeVisible();
}

/** A new customer: name, e-mail and phone at the till, then the address. */
async function newCustomer(page: Page, admin: ApiSession): Promise<User> {
  const email = `kassa-${unique()}@test.ru`;
  await page.getByRole('button', { name: pos('checkout.customer.choose') }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: pos('dialogs.customer.new') }).click();
  await dialog.locator('[id="field-name"]').fill('Ольга Новая');
  await dialog.locator('[id="field-email"]').fill(email);
  await dialog.locator('[id="field-contact"]').fill('+7 (912) 345-67-89');
  await dialog.getByRole('button', { name: pos('dialogs.customer.create') }).click();
  await expect(dialog).toBeHidden();
  await page.getByRole('button', { name: pos('checkout.billing.add') }).click();
  for (const [field, text] of [
    ['title', 'Дом'],
    ['address.zip', '170000'],
    ['address.country', 'Россия'],
    ['address.state', 'Тверская обл'],
    ['address.city', 'Тверь'],
    ['address.street_address', 'ул Советская, д 1'],
  ] as const) {
    await dialog.locator(`[id="field-${field}"]`).fill(text);
  }
  await dialog.getByRole('button', { name: word('common:button-save') }).click();
  await expect(dialog).toBeHidden();
  await page.getByRole('button', { name: pos('checkout.shipping.same') }).click();
  const found = await callApi<{ data: User[] }>(admin, 'GET', `users?search=email:${email}`);
  const [user] = found.data;
  if (!user) throw new Error('The customer was not made');
  return user;
}

test('a cashier sells goods of two shops to a new customer with a coupon and points; the shops get their net', async ({
  page,
}) => {
  test.setTimeout(180_000);
  const { problems } = watch(page);
  const admin = await signIn(page.context(), 'admin');
  const scene = await buildSale(admin, { variation: 1000, simple: 333.33 });
  const [first, second] = scene.shops;
  const before = [await balanceOf(admin, first), await balanceOf(admin, second)] as const;

  await fillCart(page, scene);
  await page.getByRole('button', { name: new RegExp(`^${pos('cart.title')}: `) }).click();
  const cart = page.getByRole('dialog', { name: pos('cart.title') });
  await expect(cart.getByText(shows(2333.33)).last()).toBeVisible();
  await cart.getByRole('link', { name: pos('cart.checkout') }).click();

  await settled(page);
  const user = await newCustomer(page, admin);
  await callApi(admin, 'POST', 'add-points', { customer_id: user.id, points: 300 });
  const answered = page.waitForResponse(/orders\/checkout\/verify/);
  await page.getByRole('button', { name: pos('checkout.verify') }).click();
  const verified = (await (await answered).json()) as VerifiedCheckout;
  expect(verified.amount).toBe(2333.33);

  await page.getByRole('button', { name: pos('checkout.coupon.have') }).click();
  await page.getByLabel(pos('checkout.coupon.label')).fill(scene.coupon);
  const again = page.waitForResponse(/orders\/checkout\/verify/);
  await page.getByRole('button', { name: pos('checkout.coupon.apply') }).click();
  const {
    total_tax: tax,
    shipping_charge: delivery,
    wallet_currency: worth,
  } = (await (await again).json()) as VerifiedCheckout;
  // A tenth of 2333.33 is 233.333, rounded to whole kopecks.
  const total = roubles(2333.33 - 233.33 + tax + delivery);
  await page.getByRole('checkbox', { name: pos('checkout.wallet.use') }).check();
  await expect(page.getByText(shows(total)).first()).toBeVisible();
  await expect(page.getByText(shows(total - worth)).first()).toBeVisible();
  await page.getByRole('button', { name: pos('checkout.place') }).click();

  await expect(page).toHaveURL(/orders\/\d+$/);
  const id = /orders\/(\d+)$/.exec(page.url())?.[1] ?? '';
  const order = await callApi<OrderDetails>(admin, 'GET', `orders/${id}`);
  expect([order.amount, order.discount, order.total, order.wallet_amount]).toEqual([
    2333.33,
    233.33,
    total,
    worth,
  ]);
  expect(await page.evaluate(() => localStorage.getItem('gostiny-cart'))).toContain('"items":[]');
  await complete(admin, order);

  const after = [await balanceOf(admin, first), await balanceOf(admin, second)] as const;
  expect(roubles(after[0].sum - before[0].sum)).toBe(netOf(2000, before[0].rate));
  expect(roubles(after[1].sum - before[1].sum)).toBe(netOf(333.33, before[1].rate));

  await refundOne(admin, order, scene);
  const refunded = await balanceOf(admin, first);
  expect(roubles(after[0].sum - refunded.sum)).toBe(roubles(netOf(2000, before[0].rate) / 2));
  await withdrawAll(admin, scene, refunded.sum);
  expect((await balanceOf(admin, first)).sum).toBe(0);
  expect(problems).toEqual([]);
});

/** Hands over both parts. */
async function complete(admin: ApiSession, order: OrderDetails): Promise<void> {
  for (const { id } of order.children) {
    await callApi(admin, 'PUT', `orders/${id}`, { order_status: 'order-completed' });
  }
  const done = await callApi<OrderDetails>(admin, 'GET', `orders/${order.id}`);
  expect([done.order_status, done.payment_status]).toEqual(['order-completed', 'payment-success']);
}

/** Returns one of the two pieces of the variable product. */
async function refundOne(admin: ApiSession, order: OrderDetails, { variable }: SaleScene): Promise<void> {
  const line = order.products.find(({ product_id }) => product_id === variable.id);
  const asked = await callApi<{ id: number; version: number }>(admin, 'POST', 'refunds', {
    order_id: order.id,
    lines: [{ order_line_id: line?.id, quantity: 1 }],
    title: 'Не подошёл',
  });
  await callApi(admin, 'PUT', `refunds/${asked.id}`, { status: 'approved', version: asked.version });
}

/** The owner requests the whole balance, and the administrator pays it out. */
async function withdrawAll(admin: ApiSession, { owner, shops }: SaleScene, amount: number) {
  const asked = await callApi<Withdraw>(owner, 'POST', 'withdraws', {
    shop_id: shops[0].id,
    amount,
    payment_method: 'Банковский перевод',
  });
  const { id, version } = asked;
  await callApi(admin, 'POST', 'approve-withdraw', { id, version, status: 'approved' });
}

/** Two pieces of the variable product and the simple one, ordered by the demo customer, with online payment. */
async function placeOnline(admin: ApiSession, { variable, simple }: SaleScene): Promise<OrderDetails> {
  const customer = await callApi<User>(await apiSession('customer'), 'GET', 'me');
  const variation = variable.variation_options[0]?.id;
  const { id } = await callApi<OrderDetails>(
    admin,
    'POST',
    'orders',
    orderOf(
      [
        {
          product_id: variable.id,
          ...(variation !== undefined && { variation_option_id: variation }),
          order_quantity: 2,
        },
        { product_id: simple.id, order_quantity: 1 },
      ],
      { customer_id: customer.id, customer_email: customer.email, payment_gateway: 'SBP' },
    ),
  );
  return callApi<OrderDetails>(admin, 'GET', `orders/${id}`);
}

/** The customer's bank reports the payment. */
async function pay(admin: ApiSession, order: OrderDetails): Promise<void> {
  const payment = order.payment_intent?.payment_intent_info.payment_id ?? '';
  await callApi(admin, 'POST', `dev/payments/${payment}`, { status: 'success' });
}

const move = (key: string) => word(`orders:orders.moves.${key}`);

test('an order is paid, sent and handed over by code, and one piece of it is refunded', async ({ page }) => {
  test.setTimeout(180_000);
  const { problems } = watch(page);
  const admin = await signIn(page.context(), 'admin');
  const scene = await buildSale(admin, { variation: 1000, simple: 333.33 });
  const order = await placeOnline(admin, scene);
  await page.goto(`./orders/${order.id}`);
  await settled(page);
  const header = page.getByRole('main').locator('header').first();
  const steps = page.getByRole('list', { name: word('orders:orders.details.steps') });
  const current = steps.locator('[aria-current="step"]');
  await expect(current).toHaveText(word('orders:orders.options.order_status.order-pending'));
  await expect(header.getByRole('button', { name: word('orders:orders.details.qr') })).toBeVisible();

  await pay(admin, order);
  await expect(current).toHaveText(word('orders:orders.options.order_status.order-processing'));
  const [first] = order.children;
  const sheet = page
    .getByRole('main')
    .locator('section')
    .filter({ has: page.getByRole('link', { name: first?.shop?.name ?? '', exact: true }) });
  await sheet.getByRole('button', { name: word('orders:orders.details.parcel.add') }).click();
  await sheet.getByLabel(word('orders:orders.details.parcel.carrier')).fill('СДЭК');
  await sheet.getByLabel(word('orders:orders.details.parcel.number')).fill('1300 6182');
  await sheet.getByRole('button', { name: word('common:button-save') }).click();
  await expect(sheet.getByRole('link', { name: word('orders:orders.details.parcel.follow') })).toBeVisible();
  await header.getByRole('button', { name: move('order-out-for-delivery') }).click();
  await header.getByRole('button', { name: move('by-code') }).click();
  await handOver(page, order);
  await expect(steps.getByText(word('orders:orders.options.order_status.order-completed'))).toBeVisible();
  await expect(header.getByRole('button', { name: move('by-code') })).toBeHidden();

  await refundOnePiece(page, scene);
  await page.goto(`./orders/${order.id}`);
  await settled(page);
  const refunded = page.getByText(word('orders:orders.details.sums.refunded')).locator('..');
  await expect(refunded).toHaveText(shows(1000));
  expect((await callApi<OrderDetails>(admin, 'GET', `orders/${order.id}`)).refunded_amount).toBe(1000);
  expect(problems).toEqual([]);
});

/** The courier's dialog: sends a code to the customer and enters it. */
async function handOver(page: Page, order: OrderDetails): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: word('orders:orders.dialogs.code-send') }).click();
  await expect(dialog.getByText(word('orders:orders.dialogs.code-sent'))).toBeVisible();
  const text = await lastMessage(order.customer_email ?? '', 'completion-code');
  await dialog
    .getByRole('textbox')
    .first()
    .fill(/\d{6}/.exec(text)?.[0] ?? '');
  await expect(dialog).toBeHidden();
}

async function refundOnePiece(page: Page, { variable }: SaleScene): Promise<void> {
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: word('orders:orders.details.refund') }).click();
  await dialog.getByLabel(`${word('refunds:refunds.dialogs.pieces')}: ${variable.name}`).selectOption('1');
  await dialog.getByLabel(word('refunds:refunds.dialogs.description')).fill('Не подошло');
  await dialog.getByRole('button', { name: word('refunds:refunds.dialogs.create') }).click();
  await expect(dialog).toBeHidden();
  await page
    .getByRole('main')
    .getByRole('link', { name: /^№\s\d+ · / })
    .click();
  await page.getByRole('button', { name: word('refunds:refunds.moves.approved') }).click();
  await dialog.getByRole('button', { name: word('refunds:refunds.moves.approved') }).click();
  await expect(page.getByText(word('refunds:refunds.final.approved'))).toBeVisible();
}

test('on a phone an order is found by its number and goes to the courier', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const { problems } = watch(page);
  const admin = await signIn(page.context(), 'admin');
  const scene = await buildSale(admin, { variation: 1000, simple: 333.33 });
  const order = await placeOnline(admin, scene);
  await pay(admin, order);
  await page.goto('./orders');
  await settled(page);
  await page
    .getByRole('main')
    .getByRole('searchbox')
    .fill(`№ ${shownNumber(order)}`);
  await page
    .getByRole('link', { name: new RegExp(shownNumber(order)) })
    .first()
    .click();

  const next = page
    .getByRole('main')
    .locator('header')
    .first()
    .getByRole('button', { name: move('order-out-for-delivery') });
  await expect(next).toBeInViewport();
  // The page is long, and the next step stays within reach of the thumb.
  await page.mouse.wheel(0, 2000);
  await expect(next).toBeInViewport();
  await next.click();
  await expect(page.locator('[aria-current="step"]')).toHaveText(
    word('orders:orders.options.order_status.order-out-for-delivery'),
  );
  // A step that got no answer waits in the queue and is sent again.
  await expect
    .poll(async () => (await callApi<OrderDetails>(admin, 'GET', `orders/${order.id}`)).order_status)
    .toBe('order-out-for-delivery');
  expect(problems).toEqual([]);
});
