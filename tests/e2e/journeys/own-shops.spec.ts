import { apiSession, callApi, settled, signIn, watch, word } from '@tests/e2e/support/browser';
import { expect, test } from '@tests/e2e/support/test';

const menu = { name: word('text-nav-menu') };
const lists = [
  ['orders', 'sidebar-nav-item-orders', 'orders:orders.my-shops.title'],
  ['products', 'sidebar-nav-item-products', 'catalogue:products.my-shops.title'],
  ['refunds', 'sidebar-nav-item-refunds', 'refunds:refunds.my-shops.title'],
] as const;

interface Row {
  id: number;
  shop: { slug: string; name: string };
}

test('an owner of two shops works with the orders, products and refunds of both from the menu', async ({
  page,
}) => {
  const { problems } = watch(page);
  const session = await apiSession('owner');
  const { shops } = await callApi<{ shops: { slug: string; name: string }[] }>(session, 'GET', 'me');
  expect(shops.length).toBe(2);
  await signIn(page.context(), 'owner');
  await page.goto('./');
  await settled(page);

  for (const [family, entry, title] of lists) {
    await page
      .getByRole('navigation', menu)
      .getByRole('link', { name: new RegExp(`^${word(entry)}`) })
      .click();
    await expect(page).toHaveURL(new RegExp(`/my-shop/${family}$`));
    await expect(page.getByRole('heading', { level: 1, name: word(title) })).toBeVisible();
    await settled(page);
    await expect(page.getByRole('table').getByRole('row').nth(1)).toBeVisible();
    await expect(page).toHaveTitle(new RegExp(word(title)));
  }

  const [first] = shops;
  const rows = await callApi<{ data: Row[] }>(
    session,
    'GET',
    `orders?search=shop.slug:${first?.slug}&limit=1`,
  );
  await page.goto('./my-shop/orders');
  await settled(page);
  await page.getByRole('button', { name: word('orders:orders.fields.shop'), exact: true }).click();
  await expect(page.getByRole('button', { name: shops[1]?.name ?? '', exact: true })).toBeVisible();
  await page.getByRole('button', { name: first?.name ?? '', exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`shop=${first?.slug}`));
  const table = page.getByRole('table');
  await expect(table.getByText(first?.name ?? '').first()).toBeVisible();
  await expect(table.getByText(shops[1]?.name ?? '')).toHaveCount(0);

  await table.locator(`a[href$="/${first?.slug}/orders/${rows.data[0]?.id}"]`).click();
  await expect(page).toHaveURL(new RegExp(`/${first?.slug}/orders/${rows.data[0]?.id}$`));
  expect(problems).toEqual([]);
});

test('an administrator, an owner of one shop and staff keep the lists that they have', async ({ page }) => {
  const cases = [
    ['admin', /\/admin\/orders$/],
    ['owner2', /\/admin\/[\w-]+\/orders$/],
  ] as const;
  for (const [account, address] of cases) {
    await signIn(page.context(), account);
    await page.goto('./my-shop/orders');
    await expect(page).toHaveURL(address);
  }
  await signIn(page.context(), 'staff');
  await page.goto('./my-shop/orders');
  await expect(page.getByRole('heading', { name: word('text-access-denied') })).toBeVisible();
});
