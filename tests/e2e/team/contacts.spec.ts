import { apiSession, callApi, settled, signIn, watch, word } from '@tests/e2e/support/browser';
import { linkTo, newPassword, otherPage, typeCredentials, unique } from '@tests/e2e/support/people';
import { expect, test } from '@tests/e2e/support/test';
import type { Order } from '@/contract/orders/wire';

/** A contact of a customer, from its mask to the list of who looked. */

test('a contact is masked, shown by a click, and the customer’s page names who looked', async ({
  page,
  browser,
}) => {
  const admin = await apiSession('admin');
  const { data } = await callApi<{ data: Order[] }>(admin, 'GET', 'orders?limit=50');
  const order = data.find(({ customer_id, customer_email }) => customer_id !== null && customer_email);
  if (!order) throw new Error('The demo has an order of a customer');
  const name = `Марина ${unique()}`;
  const email = `e2e-${unique()}@demo.ru`;
  const role = await callApi<{ id: number }>(admin, 'POST', 'roles', {
    ...{ name: `Звонки ${unique()}`, kind: 'team', areas: { orders: 'write' } },
  });
  await callApi(admin, 'POST', 'users/invite', { email, name, role_id: role.id });

  const theirs = await otherPage(browser);
  await theirs.goto(await linkTo(email, 'team-invitation'));
  await theirs.getByLabel(word('text-new-password'), { exact: true }).fill(newPassword);
  await theirs.getByLabel(word('form:password.repeat')).fill(newPassword);
  await theirs.getByRole('button', { name: word('accounts:auth.save-password') }).click();
  await expect(theirs).toHaveURL(/\/admin\/login/);
  await typeCredentials(theirs, { email, password: newPassword });
  await settled(theirs);

  const { problems } = watch(theirs);
  const main = theirs.getByRole('main');
  await theirs.goto(`./orders/${order.id}`);
  await settled(theirs);
  await expect(main.getByText(/^\+7 ••• •••-\d\d-\d\d$/)).toBeVisible();
  await expect(main).not.toContainText(order.customer_email ?? '');
  const shown = main.getByRole('button', { name: new RegExp(`^${word('text-show-contact')}: \\S+@`) });
  await shown.click();
  await expect(main.getByText(order.customer_email ?? '')).toBeVisible();
  await expect(shown).toHaveCount(0);
  expect(problems).toEqual([]);

  await signIn(page.context(), 'admin');
  await page.goto(`./users/${order.customer_id}`);
  await settled(page);
  const look = page.getByRole('listitem').filter({ hasText: name });
  await expect(look).toContainText(word('accounts:people.views.fields.customer_email'));
  await expect(look.getByRole('link')).toHaveAttribute('href', new RegExp(`/orders/${order.id}$`));
});
