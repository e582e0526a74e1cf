import {
  apiSession,
  callApi,
  freshSession,
  keepSession,
  settled,
  watch,
  word,
} from '@tests/e2e/support/browser';
import { otherPage } from '@tests/e2e/support/people';
import { expect, test } from '@tests/e2e/support/test';

/** A person of the support looks through a vendor's eyes, changes nothing, and the vendor reads who looked. */

// Somebody has one view at a time: the second would end the first.
test.describe.configure({ mode: 'default' });

interface Named {
  id: number;
  slug: string;
  name: string;
}

test('the support opens a shop as its owner sees it, returns, and the owner reads why', async ({
  page,
  browser,
}) => {
  const owner = await apiSession('owner2');
  const me = await callApi<{ name: string; shops: Named[] }>(owner, 'GET', 'me');
  const shop = me.shops[0];
  if (!shop) throw new Error('The owner has no shop');
  const reason = `Покупатель ждёт ответа ${Date.now()}`;
  await keepSession(page.context(), await freshSession('support'));
  const { problems } = watch(page);

  await page.goto(`./${shop.slug}`);
  await settled(page);
  await page.getByRole('button', { name: word('shops:shops.actions.more') }).click();
  await page.getByRole('menuitem', { name: word('shops:shops.actions.see-as') }).click();
  const dialog = page.getByRole('dialog');
  await dialog.locator('#field-reason').fill(reason);
  await dialog.getByRole('button', { name: word('accounts:see-as.confirm') }).click();

  const banner = page.getByRole('complementary', { name: word('view.label') });
  await expect(banner).toContainText(me.name);
  await settled(page);
  for (const path of [`${shop.slug}/products`, `${shop.slug}/till`, 'shop-message', 'profile-update']) {
    await page.goto(`./${path}`);
    await expect(banner).toContainText(word('view.read-only'));
    await expect(banner.getByRole('timer')).toHaveText(/(29|30):\d\d/);
    // Its rows were asked for: the owner reads so.
    await settled(page);
  }
  await page.goto(`./${shop.slug}/coupons/create`);
  await settled(page);
  await expect(page.getByRole('button', { name: word('button-save') })).toHaveCount(0);

  // Another tab of the same browser is still the person's own.
  const own = await page.context().newPage();
  await own.goto('./users/vendors');
  await settled(own);
  await expect(own.getByRole('complementary', { name: word('view.label') })).toHaveCount(0);
  await own.close();

  await banner.getByRole('button', { name: word('view.back') }).click();
  await expect(page.getByText(word('view.over'))).toBeVisible();
  await expect(page.getByRole('banner').getByText('Ольга Фомина')).toBeVisible();
  expect(problems).toEqual([]);

  const vendor = await otherPage(browser);
  await keepSession(vendor.context(), owner);
  await vendor.goto(`./${shop.slug}`);
  await settled(vendor);
  await vendor
    .getByRole('button', { name: `${word('text-details')}: ${word('shops:shops.home.folded')}` })
    .click();
  const line = vendor.getByRole('listitem').filter({ hasText: reason });
  await line.scrollIntoViewIfNeeded();
  await expect(line).toContainText('Ольга Фомина');
  await expect(line).toContainText(word('families.products'));
});

test('a save in a look is refused in words and loses nothing', async ({ page }) => {
  const owner = await apiSession('owner2');
  const me = await callApi<{ id: number; name: string }>(owner, 'GET', 'me');
  const support = await freshSession('support');
  await keepSession(page.context(), support);
  const view = await callApi<object>(support, 'POST', 'vendor-views', {
    user_id: me.id,
    reason: 'Проверяем профиль',
  });
  await page.goto('./users/vendors');
  await page.evaluate((text) => sessionStorage.setItem('vendor-view', text), JSON.stringify(view));

  await page.goto('./profile-update');
  await settled(page);
  await page.locator('#name').fill('Другое имя');
  await page
    .getByRole('button', { name: word('button-save') })
    .first()
    .click();

  await expect(page.getByText(word('errors.READ_ONLY_VIEW')).first()).toBeVisible();
  await expect(page.locator('#name')).toHaveValue('Другое имя');
  expect((await callApi<{ name: string }>(owner, 'GET', 'me')).name).toBe(me.name);
});
