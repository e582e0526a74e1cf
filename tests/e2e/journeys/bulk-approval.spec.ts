import { apiSession, callApi, settled, signIn, watch, word } from '@tests/e2e/support/browser';
import { unique } from '@tests/e2e/support/people';
import { firstType } from '@tests/e2e/support/shops';
import { expect, test } from '@tests/e2e/support/test';
import type { ProductDetails } from '@/contract/catalogue/products/details';

const moderation = (key: string, options = {}) => word(`catalogue:products.moderation.${key}`, options);

test('two new products are approved together, and sent back to the queue from the toast', async ({
  page,
}) => {
  const { problems } = watch(page);
  const owner = await apiSession('owner2');
  const admin = await signIn(page.context(), 'admin');
  const { shops } = await callApi<{ shops: { id: number }[] }>(owner, 'GET', 'me');
  const type_id = await firstType(owner);
  const products: ProductDetails[] = [];
  for (const name of [`Первый ${unique()}`, `Второй ${unique()}`]) {
    const body = {
      ...{ name, type_id, shop_id: shops[0]?.id, product_type: 'simple' },
      ...{ unit: 'шт.', price: 100, quantity: 1, status: 'under_review', sku: unique().toUpperCase() },
    };
    products.push(await callApi<ProductDetails>(owner, 'POST', 'products', body));
  }
  const statuses = () =>
    Promise.all(
      products.map(async ({ slug }) => {
        const { status } = await callApi<ProductDetails>(admin, 'GET', `products/${slug}`);
        return status;
      }),
    );

  await page.goto(`./products/moderation?shop_id=${shops[0]?.id}`);
  await settled(page);
  for (const { name } of products) await page.getByLabel(moderation('tick', { name })).check();
  await page
    .getByRole('button', { name: moderation('approve'), exact: true })
    .last()
    .click();
  const dialog = page.getByRole('dialog');
  for (const { name } of products) await expect(dialog.getByText(name)).toBeVisible();
  await dialog.getByRole('button', { name: word('common:bulk.preview-apply') }).click();
  await expect(page.getByText(moderation('approved-many', { count: 2 }))).toBeVisible();
  expect(await statuses()).toEqual(['publish', 'publish']);

  await page.getByRole('button', { name: word('common:button-undo') }).click();

  await expect(page.getByText(moderation('approvals-undone', { count: 2 }))).toBeVisible();
  expect(await statuses()).toEqual(['under_review', 'under_review']);
  for (const { name } of products) await expect(page.getByLabel(moderation('tick', { name }))).toBeVisible();
  expect(problems).toEqual([]);
});
