import {
  apiSession,
  callApi,
  demoPassword,
  sessionOf,
  settled,
  signIn,
  word,
} from '@tests/e2e/support/browser';
import { linkTo, newPassword, otherPage, unique } from '@tests/e2e/support/people';
import { decideWithdrawal, field, fillRequisites, fillShop, requisite } from '@tests/e2e/support/shops';
import { expect, type Page, test } from '@tests/e2e/support/test';
import { completeFile } from '@tests/e2e/support/vendor-file';
import type { Shop } from '@/contract/shops/schema';
import people from '@/server/demo/shops/people.json' with { type: 'json' };

/** The life of a shop and its money, on the built product. */

test('an owner registers, confirms the e-mail, opens a shop, and an administrator approves it with 12 %', async ({
  page,
  browser,
}) => {
  const email = `e2e-${unique()}@demo.ru`;
  const name = `Лавка ${unique()}`;
  await page.goto('./register');
  await page.getByLabel(word('accounts:auth.name')).fill('Марфа Корелина');
  await page.getByLabel(word('text-email')).fill(email);
  await page.getByLabel(word('text-password'), { exact: true }).fill(newPassword);
  await page.getByLabel(word('accounts:auth.accepts_personal_data')).check();
  await page.getByLabel(word('accounts:auth.accepts_terms')).check();
  await page.getByRole('button', { name: word('accounts:auth.register') }).click();
  await expect(page.getByText(word('accounts:auth.check-inbox'), { exact: true })).toBeVisible();
  await page.goto(await linkTo(email, 'confirm-email'));
  await expect(page.getByText(word('accounts:verify-email.done'))).toBeVisible();
  await page.getByRole('link', { name: word('button-login') }).click();
  await page.getByLabel(word('text-email')).fill(email);
  await page.getByLabel(word('text-password'), { exact: true }).fill(newPassword);
  await page.getByRole('button', { name: word('button-login'), exact: true }).click();
  await expect(page).toHaveURL(/\/admin\/?$/);

  await page.goto('./shops/create');
  await fillShop(page, name);
  await requisite(page, 'inn').fill('7707083894');
  await page.getByRole('button', { name: word('button-save') }).click();
  await expectWrong(page, 'inn', word('form:error-inn-checksum'));
  await expect(requisite(page, 'inn')).toHaveValue('7707083894');
  await expect(field(page, 'name')).toHaveValue(name);
  await expect(field(page, 'address.street_address')).toHaveValue('ул Спасская, д 18');

  await fillRequisites(page);
  await page.getByRole('button', { name: word('button-save') }).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await expect(page.getByText(word('shops:shops.home.waiting'))).toBeVisible();

  const boss = await apiSession('admin');
  const owner = await sessionOf(email, newPassword);
  const { shops } = await callApi<{ shops: { id: number }[] }>(owner, 'GET', 'me');
  await completeFile(boss, owner, shops[0]?.id ?? 0);
  const admin = await otherPage(browser, boss);
  await admin.goto('./new-shops');
  await admin.getByRole('button', { name: `${word('shops:shops.actions.approve')}: ${name}` }).click();
  const dialog = admin.getByRole('dialog');
  await expect(dialog.getByText('7707083893')).toBeVisible();
  await dialog.getByLabel(word('shops:shops.rate')).fill('12');
  await dialog.getByRole('button', { name: word('shops:shops.approve'), exact: true }).click();
  await expect(admin.getByText(word('shops:shops.approved'))).toBeVisible();

  await page.reload();
  await settled(page);
  const shop = page.locator('main');
  await expect(shop.getByText(word('shops:shops.tile.works'), { exact: true })).toBeVisible();
  await expect(shop.getByText(word('shops:shops.home.waiting'))).toHaveCount(0);
  await expect(shop.getByText('12\u00a0%').first()).toBeVisible();
});

test('the whole balance is requested, held, rejected and returned; another request is paid', async ({
  page,
  browser,
}, info) => {
  const keys = ['yolka', 'ural', 'vyatka', 'books'];
  const key = keys[info.repeatEachIndex % keys.length];
  const holder = people.find((one) => one.key === key)?.email ?? '';
  const owner = await sessionOf(holder, demoPassword);
  const { shops } = await callApi<{ shops: { id: number; slug: string }[] }>(owner, 'GET', 'me');
  const shop = shops[0];
  if (!shop) throw new Error(`${holder} has no shop`);
  const balance = async () =>
    (await callApi<Shop>(owner, 'GET', `shops/${shop.slug}`)).balance?.current_balance ?? 0;
  const before = await balance();
  const theirs = await otherPage(browser, owner);
  await signIn(page.context(), 'admin');

  const whole = await ask(theirs, shop.slug, () =>
    theirs.getByRole('button', { name: word('ledger:withdraws.card.all') }).click(),
  );
  expect(await balance()).toBe(0);
  await theirs.goto(`./${shop.slug}/withdraws/create`);
  await expect(theirs.getByText(word('ledger:withdraws.card.nothing'))).toBeVisible();

  await page.goto(`./withdraws/${whole}`);
  await decideWithdrawal(page, 'on_hold', 'Пришлите акт за октябрь');
  await expect(page.getByText('Пришлите акт за октябрь').first()).toBeVisible();
  expect(await balance()).toBe(0);
  await decideWithdrawal(page, 'rejected', 'Акта нет');
  expect(await balance()).toBe(before);
  await theirs.goto(`./${shop.slug}/withdraws/${whole}`);
  await expect(theirs.getByText('Акта нет').first()).toBeVisible();

  const part = await ask(theirs, shop.slug, () =>
    theirs.getByLabel(word('ledger:withdraws.fields.amount')).fill('100,50'),
  );
  await page.goto(`./withdraws/${part}`);
  await decideWithdrawal(page, 'approved');
  await expect(page.getByText(word('ledger:withdraws.final.approved'))).toBeVisible();
  expect(await balance()).toBeCloseTo(before - 100.5, 2);
});

/** The field shows its own error. */
async function expectWrong(page: Page, name: string, text: string): Promise<void> {
  const input = requisite(page, name);
  await expect(input).toHaveAttribute('aria-invalid', 'true');
  await expect(input).toHaveAccessibleDescription(new RegExp(text));
}

/** Submits a withdrawal request; returns its number. */
async function ask(page: Page, shop: string, type: () => Promise<void>): Promise<string> {
  await page.goto(`./${shop}/withdraws/create`);
  await page.locator('[id="field-amount"]').waitFor();
  await type();
  const answer = page.waitForResponse(
    (one) => one.request().method() === 'POST' && one.url().endsWith('/withdraws'),
  );
  await page.getByRole('button', { name: word('button-save') }).click();
  const { id } = (await (await answer).json()) as { id: number };
  await expect(page).toHaveURL(/\/withdraws$/);
  return String(id);
}
