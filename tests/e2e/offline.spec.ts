import { callApi, demoPassword, freshSession, keepSession, word } from '@tests/e2e/support/browser';
import { unique } from '@tests/e2e/support/people';
import { expect, test } from '@tests/e2e/support/test';
import type { Tag } from '@/contract/catalogue/tags/schema';

/** What a person has typed survives a lost network and an ended session. */
test('the first save without a network waits, outlives the end of the session, and is stored once', async ({
  page,
  context,
}) => {
  const session = await freshSession('admin');
  const tag = await callApi<Tag>(session, 'POST', 'tags', { name: `Метка ${unique()}`, language: 'ru' });
  const name = `Сохранено без сети ${unique()}`;
  await keepSession(context, session);
  await page.goto(`./tags/${tag.slug}/edit`);
  const field = page.locator('[id="field-name"]');
  await field.fill(name);
  await page.waitForLoadState('networkidle');

  await context.setOffline(true);
  await page.getByRole('button', { name: word('common:button-save'), exact: true }).click();
  await expect(page.getByText(word('form:outage.waiting'))).toBeVisible({ timeout: 3000 });
  await callApi(session, 'POST', 'logout', {});
  await context.setOffline(false);

  const dialog = page.getByRole('dialog', { name: word('accounts:again.title') });
  await dialog.locator('[id="again-password"]').fill(demoPassword);
  await dialog.getByRole('button', { name: word('common:button-login') }).click();

  await expect(page.getByText(word('form:outage.saved'))).toBeVisible();
  await expect(dialog).toHaveCount(0);
  await expect(field).toHaveValue(name);
  const stored = await callApi<Tag>(await freshSession('admin'), 'GET', `tags/${tag.slug}`);
  expect([stored.name, stored.version]).toEqual([name, tag.version + 1]);
});
