import {
  type ApiSession,
  apiSession,
  callApi,
  keepSession,
  sessionOf,
  settled,
  watch,
  word,
} from '@tests/e2e/support/browser';
import { balanceOf } from '@tests/e2e/support/orders';
import { newStaff, unique } from '@tests/e2e/support/people';
import { firstType } from '@tests/e2e/support/shops';
import { expect, type Page, test } from '@tests/e2e/support/test';
import type { ProductDetails } from '@/contract/catalogue/products/details';
import type { Reconciliation } from '@/contract/ledger/schema';
import type { TillSale } from '@/contract/orders/till';
import type { OrderDetails } from '@/contract/orders/wire';
import type { Shop } from '@/contract/shops/schema';

/** A queue at the till of a shop: the cashier uses only a scanner and a keyboard. */

const till = (key: string, options = {}) => word(`orders:till.${key}`, options);

async function buildGood(admin: ApiSession, shop: { id: number }, price: number): Promise<ProductDetails> {
  const type_id = await firstType(admin);
  return callApi<ProductDetails>(admin, 'POST', 'products', {
    name: `Товар кассы ${unique()}`,
    type_id,
    shop_id: shop.id,
    product_type: 'simple',
    unit: 'шт.',
    status: 'publish',
    is_taxable: false,
    price,
    quantity: 5,
    sku: `TILL-${unique()}`.toUpperCase(),
  });
}

/** Types like a scanner: the code and Enter; then waits for the line. */
async function scan(page: Page, { sku, name }: ProductDetails, pieces: number): Promise<void> {
  await page.keyboard.type(sku ?? '');
  await page.keyboard.press('Enter');
  const line = page
    .getByRole('list', { name: till('receipt.lines') })
    .getByRole('listitem')
    .filter({ hasText: name });
  await expect(line.getByText(String(pieces), { exact: true })).toBeVisible();
}

test('a cashier sells by scanner and keyboard alone, and serves the next customer', async ({
  page,
  context,
}) => {
  const { problems, allow } = watch(page);
  // Only a test prints three receipts within a second.
  allow(/too frequent calls to print/);
  const [admin, owner] = await Promise.all([apiSession('admin'), apiSession('owner2')]);
  const { shops } = await callApi<{ shops: { id: number; slug: string }[] }>(owner, 'GET', 'me');
  const shop = await callApi<Shop>(admin, 'GET', `shops/${shops[0]?.slug}`);
  const [tea, cup] = [await buildGood(admin, shop, 420), await buildGood(admin, shop, 350)];
  const before = await balanceOf(admin, shop);
  const cashier = await newStaff(['orders']);
  await keepSession(context, await sessionOf(cashier.email, cashier.password));
  await page.goto(`./${shop.slug}/till`);
  await settled(page);
  await expect(page.getByRole('navigation')).toHaveCount(0);
  await expect(page.getByRole('textbox', { name: till('shift.opening-label') })).toBeFocused();
  await page.keyboard.type('1000');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('searchbox')).toBeFocused();

  await scan(page, tea, 1);
  await scan(page, cup, 1);
  await scan(page, tea, 2);
  await expect(page.getByRole('searchbox')).toBeFocused();
  await page.keyboard.press('F8');
  await page.keyboard.type('1500');
  await expect(page.getByRole('region', { name: till('receipt.title') }).getByText('310')).toBeVisible();
  const answered = page.waitForResponse(/till\/[^/]+\/sales$/);
  await page.keyboard.press('Enter');
  const sale = (await (await answered).json()) as TillSale;

  await expect(page.getByText(till('sold.title'))).toBeVisible();
  await expect(page.getByRole('region', { name: till('receipt.title') }).getByText('310')).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByText(till('receipt.empty'))).toBeVisible();
  await scan(page, cup, 1);
  await page.keyboard.press('F10');
  await expect(page.getByText(till('pay.terminal'))).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByText(till('sold.title'))).toBeVisible();

  // The end of the day: the report matches the drawer, and the shift is closed.
  await page.keyboard.press('F7');
  const shift = page.getByRole('region', { name: till('shift.title') });
  await expect(shift.getByText('1 540')).toBeVisible();
  await shift.getByRole('button', { name: till('shift.close') }).click();
  await expect(shift.getByText(word('form:error-sum-required'))).toBeVisible();
  await shift.getByRole('textbox', { name: till('shift.counted-label') }).fill('2190');
  await expect(shift.getByText(till('shift.even'))).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByText(till('shift.closed'))).toBeVisible();

  const order = await callApi<OrderDetails>(admin, 'GET', `orders/${sale.id}`);
  expect([order.order_status, order.payment_status, order.total]).toEqual([
    'order-completed',
    'payment-success',
    1190,
  ]);
  const left = async ({ slug }: ProductDetails) =>
    (await callApi<ProductDetails>(admin, 'GET', `products/${slug}`)).quantity;
  expect([await left(tea), await left(cup)]).toEqual([3, 3]);
  // The money is in the shop's drawer and bank account, so the shop owes the commission.
  const after = await balanceOf(admin, shop);
  const commission = (Math.round(1190 * before.rate) + Math.round(350 * before.rate)) / 100;
  expect(Math.round((after.sum - before.sum) * 100) / 100).toBe(-commission);
  const { problems: unsound } = await callApi<Reconciliation>(admin, 'GET', 'ledger/reconcile');
  expect(unsound.filter(({ subject }) => subject.includes(`shop ${shop.id}`))).toEqual([]);
  expect(problems).toEqual([]);
});
