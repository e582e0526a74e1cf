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
import { newOwner, newPassword, otherPage, typeCredentials, unique } from '@tests/e2e/support/people';
import { field, requisite } from '@tests/e2e/support/shops';
import { expect, type Page, test } from '@tests/e2e/support/test';
import { completeFile } from '@tests/e2e/support/vendor-file';
import { orderOf } from '@tests/support/order-body';
import type { ProductDetails } from '@/contract/catalogue/products/details';
import type { Shop } from '@/contract/shops/schema';

/** A vendor's first day on the built panel: the home page alone leads to the first sale. */

const guide = (key: string, options = {}) => word(`insights:first-steps.vendor.${key}`, options);
const progress = (done: number) => guide('progress', { done, total: 6 });

/** From a new visitor to a signed-in vendor; the mail is read where demo mode shows it. */
async function register(page: Page, email: string): Promise<void> {
  await page.goto('./register');
  await page.getByLabel(word('accounts:auth.name')).fill('Марина Кузнецова');
  await page.getByLabel(word('text-email')).fill(email);
  await page.getByLabel(word('text-password'), { exact: true }).fill(newPassword);
  await page.getByRole('button', { name: word('accounts:auth.register') }).click();
  await expect(page.getByText(word('form:error-consent-required'))).toHaveCount(2);
  await page.getByLabel(word('accounts:auth.accepts_personal_data')).check();
  await page.getByLabel(word('accounts:auth.accepts_terms')).check();
  await page.getByRole('button', { name: word('accounts:auth.register') }).click();
  await page.getByRole('link', { name: word('accounts:demo-email.open') }).click();
  await expect(page.getByText(word('accounts:verify-email.done'))).toBeVisible();
  await typeCredentials(page, { email, password: newPassword });
}

/** Opens the home page by its menu entry. */
async function goHome(page: Page): Promise<void> {
  await page.goto('./');
  await settled(page);
}

/** Opens the short form of a step. */
async function openStep(
  page: Page,
  step: 'shop' | 'requisites' | 'products' | 'delivery',
): Promise<ReturnType<Page['getByRole']>> {
  await page
    .getByRole('button', { name: guide(`${step}-action`) })
    .first()
    .click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('button', { name: guide('all-fields') })).toBeVisible();
  return dialog;
}

/** The name, phone and address of a shop: all that the first step asks for. */
async function openShop(page: Page, name: string): Promise<void> {
  const dialog = await openStep(page, 'shop');
  await field(page, 'name').fill(name);
  await field(page, 'settings.contact').fill('89123302518');
  await field(page, 'address.city').fill('Киров');
  await field(page, 'address.street_address').fill('ул Спасская, д 18');
  await dialog.getByRole('button', { name: guide('shop-action') }).click();
  await expect(dialog).toBeHidden();
}

/** ИНН, БИК, account and taxes: the registers know the rest. */
async function enterRequisites(page: Page): Promise<void> {
  const dialog = await openStep(page, 'requisites');
  await requisite(page, 'inn').fill('7707083893');
  await dialog
    .getByRole('button', { name: word('form:requisites.lookup.fill') })
    .first()
    .click();
  await requisite(page, 'bic').fill('044525225');
  await expect(dialog.getByText(word('form:requisites.lookup.filled'))).toHaveCount(2);
  await requisite(page, 'account').fill('40702810938000012345');
  await requisite(page, 'tax_system').selectOption('usn_income');
  await requisite(page, 'vat_rate').selectOption('none');
  await dialog.getByRole('button', { name: word('button-save') }).click();
  await expect(dialog).toBeHidden();
}

/** The first product, in the guide's short form. */
async function addProduct(page: Page, name: string): Promise<void> {
  const dialog = await openStep(page, 'products');
  await field(page, 'name').fill(name);
  await field(page, 'unit').fill('шт.');
  await field(page, 'type_id').click();
  await page.getByRole('listbox').getByRole('option').first().click();
  await field(page, 'price').fill('1700');
  await field(page, 'quantity').fill('12');
  const saved = page.waitForResponse(
    (one) => one.request().method() === 'POST' && one.url().endsWith('/products'),
  );
  await dialog.getByRole('button', { name: word('catalogue:products.form.save.under_review') }).click();
  expect((await saved).status()).toBe(201);
  await expect(dialog).toBeHidden();
}

async function approveProduct(page: Page, name: string): Promise<void> {
  await page.goto('./products/moderation');
  await page.getByText(name).first().click();
  await page
    .getByRole('button', { name: word('catalogue:products.moderation.approve') })
    .first()
    .click();
}

async function productOf(owner: ApiSession, shop: Shop): Promise<ProductDetails> {
  const { data } = await callApi<{ data: { id: number }[] }>(
    owner,
    'GET',
    `products?search=shop_id:${shop.id}`,
  );
  return callApi<ProductDetails>(owner, 'GET', `products/${data[0]?.id}`);
}

test('a new vendor gets from registration to the first sale by the home page alone', async ({
  page,
  browser,
}) => {
  test.setTimeout(180_000);
  const { problems } = watch(page);
  const email = `e2e-${unique()}@demo.ru`;
  const [shopName, productName] = [`Кузница ${unique()}`, `Подкова ${unique()}`];

  await register(page, email);
  await expect(
    page.getByRole('heading', { name: guide('title', { name: 'Марина', count: 6 }) }),
  ).toBeVisible();
  await openShop(page, shopName);
  await expect(page.getByText(guide('shop-named', { name: shopName }))).toBeVisible();
  await enterRequisites(page);
  await expect(page.getByText(progress(2))).toBeVisible();
  await expect(
    page.getByRole('heading', { name: word('insights:first-steps.review.no-papers') }),
  ).toBeVisible();
  await addProduct(page, productName);
  await expect(page.getByText(progress(3))).toBeVisible();
  await expect(page.getByText(productName)).toBeVisible();

  const admin = await apiSession('admin');
  const owner = await sessionOf(email, newPassword);
  const { shops } = await callApi<{ shops: Shop[] }>(owner, 'GET', 'me');
  const [shop] = shops;
  if (!shop) throw new Error('The vendor has opened a shop');
  await completeFile(admin, owner, shop.id);
  await goHome(page);
  await expect(
    page.getByRole('heading', { name: word('insights:first-steps.review.waiting') }),
  ).toBeVisible();
  await expect(page.getByRole('main').getByText(email)).toBeVisible();
  await callApi(admin, 'POST', 'approve-shop', { id: shop.id, admin_commission_rate: 10 });
  await approveProduct(await otherPage(browser, admin), productName);
  await expect.poll(async () => (await productOf(owner, shop)).status).toBe('publish');
  await goHome(page);
  await expect(page.getByText(guide('sale-text'))).toBeVisible();
  await expect(page.getByText(/1\s530/)).toBeVisible();

  const { id } = await productOf(owner, shop);
  const customer = await apiSession('customer');
  await callApi(customer, 'POST', 'orders', orderOf([{ product_id: id, order_quantity: 1 }]));
  await goHome(page);
  const figures = page.getByRole('region', { name: word('insights:dashboard.figures.title') });
  const orders = new RegExp(`^${word('insights:dashboard.figures.orders')}\\s*1(\\s|$)`);
  await expect(figures.getByRole('link', { name: orders })).toBeVisible();
  await page.getByRole('link', { name: `${guide('open')}: ${guide('sale')}` }).click();
  await expect(page.getByText(productName).first()).toBeVisible();
  expect(problems).toEqual([]);
});

test('a vendor fills in the hours on a phone, and the step is ticked off', async ({ page }) => {
  const { problems } = watch(page);
  const person = await newOwner();
  await page.setViewportSize({ width: 390, height: 844 });
  await keepSession(page.context(), person.session);
  await goHome(page);
  await openShop(page, `Пекарня ${unique()}`);
  await expect(page.getByText(progress(1))).toBeVisible();

  const action = `${guide('delivery-action')}: ${guide('delivery')}`;
  await page.getByRole('button', { name: action }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(word('shops:shops.days.mon')).check();
  await dialog.getByRole('button', { name: word('shops:shops.weekdays-as-monday') }).click();
  await field(page, 'settings.handling_days').fill('100');
  await dialog.getByRole('button', { name: word('button-save') }).click();
  await expect(dialog.getByText(word('form:error-wrong-value'))).toBeVisible();
  await field(page, 'settings.handling_days').fill('2');
  await dialog.getByRole('button', { name: word('button-save') }).click();

  await expect(dialog).toBeHidden();
  await expect(page.getByText(progress(2))).toBeVisible();
  await expect(page.getByRole('button', { name: action })).toBeHidden();
  await expect(page.getByText(guide('delivery-done', { count: 5 }))).toBeVisible();
  const { shops } = await callApi<{ shops: Shop[] }>(person.session, 'GET', 'me');
  const { settings, version } = await callApi<Shop>(person.session, 'GET', `shops/${shops[0]?.slug}`);
  expect([settings.schedule.length, settings.handling_days, version]).toEqual([5, 2, 2]);
  expect(problems).toEqual([]);
});
