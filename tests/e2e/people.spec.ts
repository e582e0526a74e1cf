import { askToRemove, callApi, sessionOf, settled, signIn, word } from '@tests/e2e/support/browser';
import {
  expectInside,
  expectSentAway,
  lastMessage,
  linkTo,
  newOwner,
  newPassword,
  newStaff,
  otherPage,
  typeCredentials,
  unique,
} from '@tests/e2e/support/people';
import { expect, type Page, test } from '@tests/e2e/support/test';
import { Secret, TOTP } from 'otpauth';
import people from '@/server/demo/shops/people.json' with { type: 'json' };

/** Registration, account recovery and bans on the built product. */

test('staff are invited, given more scopes, and removed: their session ends immediately', async ({
  page,
  browser,
}) => {
  const owner = await signIn(page.context(), 'owner2');
  const { shops } = await callApi<{ shops: { slug: string }[] }>(owner, 'GET', 'me');
  const shop = `./${shops[0]?.slug}`;
  const list = `${shop}/staffs`;
  const person = { name: `Пётр ${unique()}`, email: `e2e-${unique()}@demo.ru`, password: newPassword };
  const scope = (name: string) =>
    page.getByRole('checkbox', { name: word(`shops:staffs.options.scopes.${name}`) });
  const save = () => page.getByRole('button', { name: word('button-save') }).click();

  // Invited with the orders scope only.
  await page.goto(`${list}/create`);
  await page.locator('[id="field-name"]').fill(person.name);
  await page.locator('[id="field-email"]').fill(person.email);
  for (const name of ['catalogue', 'orders', 'feedback', 'promotions', 'content'])
    await expect(scope(name)).not.toBeChecked();
  await scope('orders').check();
  await expect(page.getByText(word('shops:staffs.scope.orders.can'))).toBeVisible();
  await save();
  await expect(page.getByText(word('successfully-created'))).toBeVisible();

  // Accepts the invitation.
  const staff = await otherPage(browser);
  await staff.goto(await linkTo(person.email, 'invitation'));
  await choosePassword(staff, person.password);
  await typeCredentials(staff, person);
  await expectInside(staff);
  await staff.goto(shop);
  await settled(staff);
  await expect(catalogueOf(staff)).toHaveCount(0);

  // Gets the catalogue scope.
  await page.goto(list);
  await page.getByRole('link', { name: person.name, exact: true }).click();
  await scope('catalogue').check();
  await save();
  await expect(page.getByText(word('successfully-updated'))).toBeVisible();
  await staff.reload();
  await settled(staff);
  await expect(catalogueOf(staff)).toBeVisible();

  // Is removed.
  await page.goto(list);
  await askToRemove(page, person.name);
  await expect(page.getByText(word('shops:staffs.remove.text'))).toBeVisible();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: word('shops:staffs.remove.button') })
    .click();
  await expect(page.getByText(word('successfully-deleted'))).toBeVisible();
  await expectSentAway(staff);
});

test('a ban ends the session immediately, and the person can sign in again after it is lifted', async ({
  page,
  browser,
}) => {
  const person = await newOwner();
  const theirs = await otherPage(browser, person.session);
  await theirs.goto('./');
  await settled(theirs);
  await signIn(page.context(), 'admin');
  await page.goto(`./users/${person.id}`);

  await page.getByRole('button', { name: word('accounts:users.actions.ban') }).click();
  await page.getByLabel(word('accounts:people.ban.reason')).fill('Спам в отзывах');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: word('accounts:people.ban.confirm') })
    .click();
  await expect(
    page.getByText(word('accounts:people.banned.reason', { reason: 'Спам в отзывах' })),
  ).toBeVisible();

  await expectSentAway(theirs);
  await typeCredentials(theirs, person);
  await expect(theirs.getByText(word('form:error-credential-wrong'))).toBeVisible();

  await page.getByRole('button', { name: word('accounts:users.actions.activate') }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: word('accounts:people.unban.confirm') })
    .click();
  await expect(page.getByRole('button', { name: word('accounts:users.actions.ban') })).toBeVisible();

  await typeCredentials(theirs, person);
  await expectInside(theirs);
});

test('a forgotten password is replaced by the link of an e-mail, once, and old sessions end', async ({
  page,
  browser,
}) => {
  const person = await newStaff();
  const old = await otherPage(browser, await sessionOf(person.email, person.password));
  await old.goto('./');
  await settled(old);

  await page.goto('./login');
  await page.getByRole('link', { name: word('text-forgot-password') }).click();
  // Both pages ask for an e-mail.
  await expect(page.getByRole('heading', { name: word('text-password-recovery') })).toBeVisible();
  await page.getByLabel(word('text-email')).fill(person.email);
  await page.getByRole('button', { name: word('accounts:auth.send-letter') }).click();
  await expect(page.getByText(word('accounts:auth.token-text'))).toBeVisible();
  const link = await linkTo(person.email, 'reset-password');
  await page.goto(link);
  await choosePassword(page, newPassword);

  await expectSentAway(old);
  await typeCredentials(page, { ...person, password: newPassword });
  await expectInside(page);

  await old.goto(link);
  await expect(old.getByText(word('accounts:auth.link-dead'))).toBeVisible();
});

test('a code by SMS signs in, and a wrong one shows the remaining attempts', async ({ page }, info) => {
  // One code a minute per number.
  const holders = people.filter(({ key }) => ['books', 'vyatka', 'north', 'ural'].includes(key));
  const phone = holders[info.repeatEachIndex % holders.length]?.contact ?? '';
  await page.goto('./login');
  await page.getByRole('link', { name: word('link-login-code') }).click();
  await page.getByLabel(word('accounts:auth.phone')).pressSequentially(phone.replace(/\D/g, ''));
  await expect(page.getByLabel(word('accounts:auth.phone'))).toHaveValue(phone);
  await page.getByRole('button', { name: word('accounts:auth.get-code') }).click();
  const input = page.getByLabel(word('form:code.label'), { exact: true });
  await expect(input).toBeVisible();
  const code = /\d{6}/.exec(await lastMessage(phone, 'login-code'))?.[0] ?? '';

  await input.fill(code === '111111' ? '222222' : '111111');
  await expect(page.getByText(word('form:code.wrong-left', { count: 4 }))).toBeVisible();
  await input.fill(code);
  await expectInside(page);
});

test('the second factor accepts a code of the app or a recovery code, each once', async ({ page }) => {
  const person = await newStaff();
  await typeCredentials(page, person);
  await expectInside(page);
  await page.goto('./profile-update');
  await page.getByRole('button', { name: word('accounts:second-factor.turn-on') }).click();
  await page.locator('[id="factor-password"]').fill(person.password);
  await page.getByRole('button', { name: word('accounts:auth.next') }).click();
  const secret = (await page.locator('code').innerText()).replaceAll(/\s/g, '');
  const totp = new TOTP({ secret: Secret.fromBase32(secret) });
  await page.getByLabel(word('accounts:second-factor.code-of-app')).fill(totp.generate());
  await expect(page.getByText(word('accounts:second-factor.codes-title'))).toBeVisible();
  const [recovery = ''] = await page
    .getByRole('list', { name: word('accounts:second-factor.codes') })
    .getByRole('listitem')
    .allInnerTexts();
  await page.getByLabel(word('accounts:second-factor.kept')).check();
  await page.getByRole('button', { name: word('accounts:second-factor.done') }).click();
  await expect(page.getByText(word('accounts:second-factor.is-on'))).toBeVisible();

  await signOut(page);
  await typeCredentials(page, person);
  // Turning it on uses the current code; the next one is accepted half a minute early.
  await page
    .getByLabel(word('form:code.label'), { exact: true })
    .fill(totp.generate({ timestamp: Date.now() + 30_000 }));
  await expectInside(page);

  await signOut(page);
  await typeCredentials(page, person);
  await typeRecovery(page, recovery);
  await expectInside(page);

  await signOut(page);
  await typeCredentials(page, person);
  await typeRecovery(page, recovery);
  await expect(page.locator('[id="code-error"]')).toBeVisible();
});

test('an administrator grants rights, points and an address on a person’s page', async ({ page }) => {
  const admin = await signIn(page.context(), 'admin');
  const { id } = await callApi<{ id: number }>(admin, 'POST', 'users', {
    name: 'Инга Ветрова',
    email: `e2e-${unique()}@demo.ru`,
    password: 'Snegir2026',
  });
  const action = (name: string) => page.getByRole('button', { name: word(`accounts:users.actions.${name}`) });
  const dialog = page.getByRole('dialog');
  await page.goto(`./users/${id}`);

  await action('points').click();
  await dialog.getByRole('button', { name: word('accounts:people.points.confirm') }).click();
  await expect(dialog.getByText(word('form:error-points-required'))).toBeVisible();
  await dialog.getByLabel(word('accounts:people.points.label')).fill('1500');
  await dialog.getByRole('button', { name: word('accounts:people.points.confirm') }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('list', { name: word('accounts:people.wallet.lines') })).toContainText(
    '+1 500',
  );

  await action('grant').click();
  await dialog.getByRole('button', { name: word('accounts:people.grant.confirm') }).click();
  await expect(action('revoke')).toBeVisible();
  await action('revoke').click();
  await dialog.getByRole('button', { name: word('accounts:people.revoke.confirm') }).click();
  await expect(action('grant')).toBeVisible();

  await page.getByRole('button', { name: word('accounts:addresses.add') }).click();
  await dialog.getByLabel(word('accounts:addresses.name')).fill('Дача');
  await dialog.getByLabel(word('accounts:addresses.suggest')).fill('Москва Арбат');
  await page.getByRole('option', { name: /Арбат/ }).first().click();
  await expect(dialog.getByLabel(word('accounts:addresses.city'))).toHaveValue('Москва');
  await dialog.getByLabel(word('accounts:addresses.street_address')).fill('ул Арбат, д 24, кв 8');
  await dialog.getByLabel(word('accounts:addresses.zip')).fill('119002');
  await dialog.getByRole('button', { name: word('button-save') }).click();
  await expect(page.getByText(/Москва, ул Арбат, д 24, кв 8/)).toBeVisible();

  await page.getByRole('button', { name: `${word('button-edit')}: Дача` }).click();
  await dialog.getByLabel(word('accounts:addresses.name')).fill('Квартира');
  await dialog.getByRole('button', { name: word('button-save') }).click();
  await expect(page.getByText('Квартира', { exact: true })).toBeVisible();
});

/** The menu's catalogue group: absent for a person who may open nothing in it. */
function catalogueOf(page: Page) {
  return page.locator('aside nav').getByRole('button', { name: word('text-product-management') });
}

async function fillPassword(page: Page, password: string): Promise<void> {
  await page.getByLabel(word('text-new-password'), { exact: true }).fill(password);
  await page.getByLabel(word('form:password.repeat')).fill(password);
  await page.getByRole('button', { name: word('accounts:auth.save-password') }).click();
}

/** A new password by the link of an e-mail; the login page follows. */
async function choosePassword(page: Page, password: string): Promise<void> {
  await fillPassword(page, password);
  await expect(page).toHaveURL(/\/admin\/login/);
}

async function signOut(page: Page): Promise<void> {
  await page.goto('./logout');
  await expect(page).toHaveURL(/\/admin\/login/);
}

async function typeRecovery(page: Page, code: string): Promise<void> {
  await page.getByRole('button', { name: word('accounts:second-factor.use-recovery') }).click();
  await page.getByLabel(word('accounts:second-factor.recovery-code')).fill(code);
  await page.getByRole('button', { name: word('button-login'), exact: true }).click();
}
