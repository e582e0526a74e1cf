import { callApi, signIn, watch, word } from '@tests/e2e/support/browser';
import { unique } from '@tests/e2e/support/people';
import { expect, test } from '@tests/e2e/support/test';
import type { ProductDetails } from '@/contract/catalogue/products/details';

const shop = 'chaynaya-lavka-sokolova';

test('a saved form is put back from the history, one field of two', async ({ page }) => {
  const { problems } = watch(page);
  const session = await signIn(page.context(), 'owner');
  const [given] = (
    await callApi<{ data: ProductDetails[] }>(session, 'GET', `products?search=shop.slug:${shop}&limit=1`)
  ).data;
  if (!given) throw new Error('The demo shop has no product');
  const { type_id, shop_id } = given;
  const name = `Чай из истории ${unique()}`;
  const draft = { name, type_id, shop_id, unit: 'шт.', price: 300, sku: unique(), status: 'draft' };
  const { id, slug, version } = await callApi<ProductDetails>(session, 'POST', 'products', draft);
  const changed = { price: 400, unit: 'пачка', version };
  await callApi(session, 'PUT', `products/${id}`, changed);

  await page.goto(`./${shop}/products/${slug}/edit`);
  const history = `${word('insights:history.title')}: ${word('insights:history.open')}`;
  await page.getByRole('button', { name: history }).click();
  await page.getByRole('button', { name: word('insights:history.undo') }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('пачка')).toBeVisible();
  await dialog.getByRole('checkbox', { name: word('catalogue:products.form.fields.unit') }).uncheck();
  await dialog.getByRole('button', { name: word('insights:history.undo') }).click();

  await expect(page.getByText(word('insights:history.undone'))).toBeVisible();
  await expect(page.locator('[id="field-price"]')).toHaveValue(/^300/);
  await expect(page.locator('[id="field-unit"]')).toHaveValue('пачка');
  expect(await callApi(session, 'GET', `products/${slug}`)).toMatchObject({ price: 300, unit: 'пачка' });
  expect(problems).toEqual([]);
});
