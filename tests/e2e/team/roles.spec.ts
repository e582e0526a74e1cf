import { apiSession, callApi, settled, signIn, word } from '@tests/e2e/support/browser';
import { linkTo, newPassword, otherPage, typeCredentials, unique } from '@tests/e2e/support/people';
import { expect, type Page, test } from '@tests/e2e/support/test';

/** A role of the platform's team, from the matrix to the menu of the person who was invited with it. */

/** Content and promotions to work with, the catalogue to read, and what is everybody's. */
const wholeMenu = [
  ...['/', '/products', '/categories', '/attributes', '/manufacturers'],
  ...['/coupons', '/flash-sale', '/advertising-banners', '/newsletters'],
  ...['/approvals', '/my-shops', '/store-notices', '/faqs', '/reports', '/notify-logs'],
];

test('an administrator composes a role and invites; the invited person finds exactly that menu', async ({
  page,
  browser,
}) => {
  await signIn(page.context(), 'admin');
  const name = `Отзывы ${unique()}`;
  const email = `e2e-${unique()}@demo.ru`;

  await page.goto('./roles?role=new');
  await settled(page);
  await page.locator('[id="field-name"]').fill(name);
  await page.getByRole('button', { name: word('role.content'), exact: true }).click();
  await page.getByRole('button', { name: word('button-save') }).click();
  await expect(page.getByRole('link', { name })).toBeVisible();

  await page.goto('./users/admins');
  await page.getByRole('button', { name: word('accounts:roles.invite.action') }).click();
  const dialog = page.getByRole('dialog');
  await dialog.locator('#field-email').fill(email);
  await dialog.locator('#field-name').fill('Мария');
  await dialog.locator('#field-role').selectOption({ label: name });
  await dialog.getByRole('button', { name: word('accounts:roles.invite.confirm') }).click();
  await expect(page.getByText(word('accounts:roles.invite.done'))).toBeVisible();

  const invited = await otherPage(browser);
  await invited.goto(await linkTo(email, 'team-invitation'));
  await invited.getByLabel(word('text-new-password'), { exact: true }).fill(newPassword);
  await invited.getByLabel(word('form:password.repeat')).fill(newPassword);
  await invited.getByRole('button', { name: word('accounts:auth.save-password') }).click();
  await expect(invited).toHaveURL(/\/admin\/login/);
  await typeCredentials(invited, { email, password: newPassword });
  await settled(invited);
  expect(await menuOf(invited)).toEqual(wholeMenu);
  await invited.goto('./faqs');
  await settled(invited);
  await expect(invited.getByRole('heading', { level: 1 })).toHaveText(word('families.faqs'));
  await invited.goto('./withdraws');
  await expect(invited.getByText(word('text-access-denied'))).toBeVisible();

  const { data } = await callApi<{ data: { email: string; team_role: { name: string } | null }[] }>(
    await apiSession('admin'),
    'GET',
    'admin/list?limit=100',
  );
  expect(data.find((one) => one.email === email)?.team_role?.name).toBe(name);
});

/** Addresses of the menu in their order, with every group and folder open. */
async function menuOf(page: Page): Promise<string[]> {
  const folded = page.locator('aside nav button[aria-expanded="false"]');
  while ((await folded.count()) > 0) await folded.first().click();
  return page
    .locator('aside nav a[href^="/admin"]')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')?.replace(/^\/admin/, '') || '/'));
}
