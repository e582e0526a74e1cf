import { apiSession, callApi, settled, signIn, word } from '@tests/e2e/support/browser';
import { linkTo, newPassword, otherPage, unique } from '@tests/e2e/support/people';
import { baseUrl } from '@tests/e2e/support/servers';
import { expect, type Page, test } from '@tests/e2e/support/test';

/** One person in two shops: invited with a role, accepted under the own sign-in, and the switch above the menu. */

interface OwnShop {
  id: number;
  name: string;
  slug: string;
}

const ownShop = async (owner: 'owner' | 'owner2'): Promise<OwnShop> => {
  const { shops } = await callApi<{ shops: OwnShop[] }>(await apiSession(owner), 'GET', 'me');
  const [first] = shops;
  if (!first) throw new Error(`${owner} has no shop`);
  return first;
};

/** Works in a shop of the first owner, with its texts alone. */
async function newColleague(): Promise<string> {
  const email = `e2e-${unique()}@demo.ru`;
  const { id: shop_id } = await ownShop('owner');
  const body = { name: 'Нина Орлова', email, shop_id, scopes: ['content'] };
  await callApi(await apiSession('owner'), 'POST', 'staffs', body);
  const mailed = Object.fromEntries(new URL(await linkTo(email, 'invitation')).searchParams);
  const answer = await fetch(`${baseUrl('plain')}rest/reset-password`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...mailed, password: newPassword }),
  });
  expect(answer.status).toBe(200);
  return email;
}

const menuEntry = (page: Page, key: string) =>
  page.getByRole('navigation', { name: word('text-nav-menu') }).getByRole('link', { name: word(key) });

test('a person of one shop accepts an invitation into another, switches, and finds the menu of that role alone', async ({
  page,
  browser,
}) => {
  const email = await newColleague();
  const [first, second] = [await ownShop('owner'), await ownShop('owner2')];
  await signIn(page.context(), 'owner2');

  await page.goto(`./${second.slug}/staffs/create`);
  await page.locator('#field-name').fill('Нина');
  await page.locator('#field-email').fill(email);
  await page
    .locator('#field-role_id')
    .selectOption({ label: word('shops:staffs.options.scopes.shop-packer') });
  await expect(page.getByText(word('shops:staffs.role.about.shop-packer'))).toBeVisible();
  await page.getByRole('button', { name: word('button-save') }).click();
  await expect(page.getByText(word('successfully-created'))).toBeVisible();

  const person = await otherPage(browser);
  await person.goto(await linkTo(email, 'invitation'));
  await expect(person.getByText(second.name)).toBeVisible();
  await person.getByRole('link', { name: word('accounts:invitation.sign-in') }).click();
  await person.getByLabel(word('text-email')).fill(email);
  await person.getByLabel(word('text-password'), { exact: true }).fill(newPassword);
  await person.getByRole('button', { name: word('button-login'), exact: true }).click();
  await person.getByRole('button', { name: word('accounts:invitation.accept') }).click();
  await person.getByRole('button', { name: word('accounts:invitation.open', { shop: second.name }) }).click();

  await settled(person);
  await expect(menuEntry(person, 'sidebar-nav-item-orders')).toBeVisible();
  await expect(menuEntry(person, 'sidebar-nav-item-products')).toBeVisible();
  await expect(menuEntry(person, 'sidebar-nav-item-refunds')).toHaveCount(0);
  await person.goto(`./${second.slug}/coupons`);
  await expect(person.getByText(word('text-access-denied'))).toBeVisible();

  await person.goto('./');
  await settled(person);
  await person.getByRole('button', { name: `${word('text-switch-shop')}: ${second.name}` }).click();
  await person.getByRole('menuitem', { name: first.name }).click();
  await expect(
    person.getByRole('button', { name: `${word('text-switch-shop')}: ${first.name}` }),
  ).toBeVisible();
  await expect(menuEntry(person, 'sidebar-nav-item-orders')).toHaveCount(0);
  await expect(menuEntry(person, 'sidebar-nav-item-products')).toHaveCount(0);
  await person.getByRole('button', { name: word('text-my-shop'), exact: true }).click();
  await expect(person.locator('aside nav a[href$="/faqs"]')).toBeVisible();
});
