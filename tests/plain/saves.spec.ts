import { expect, type Page, test } from '@playwright/test';
import { settled, word } from '../e2e/support/browser';
import { pagesFor } from './pages';
import { signInto } from './panel';

/** Every form of a stored row, as a plain server gives it: nothing invisible is demanded. */
test('a row of each family is changed and saved in front of a plain server', async ({ page }) => {
  test.setTimeout(600_000);
  await signInto(page, 'admin@demo.ru');
  // What could not be saved is left.
  page.on('dialog', (dialog) => void dialog.accept());
  const paths = pagesFor(['super_admin', 'store_owner', 'customer']).filter((path) => path.endsWith('/edit'));
  const found: string[] = [];
  for (const path of paths) {
    const wrong = await change(page, path).catch((error: Error) => error.message.slice(0, 200));
    if (wrong) found.push(`${path}: ${wrong}`);
  }

  expect(paths.length).toBeGreaterThan(20);
  expect(found).toEqual([]);
});

/** What keeps the form from being sent, or what the server refuses. */
async function change(page: Page, path: string): Promise<string | undefined> {
  await page.goto(`.${path}`);
  await settled(page);
  const save = page.getByRole('button', { name: word('button-save'), exact: true });
  // A row of the marketplace is read in a shop.
  if (!(await save.isVisible())) return undefined;
  const first = (inputs: string) => page.locator(`form :is(${inputs}):visible:enabled`).first();
  const text = first('input:not([type]), input[type=text], textarea');
  if (await text.isVisible()) {
    // 1.4.01 is no version, 11.4.0 is.
    await text.press(path.startsWith('/mobile-app-versions/') ? 'Home' : 'End');
    await text.press('1');
  } else await first('input[type=checkbox]').click();
  const written = page
    .waitForResponse((answer) => ['POST', 'PUT', 'PATCH'].includes(answer.request().method()), {
      timeout: 6000,
    })
    .catch(() => undefined);
  await save.click({ timeout: 5000 });
  const answer = await written;
  if (answer) return answer.ok() ? undefined : `${answer.status()} ${await answer.text()}`;
  const errors = await page.locator('[role=alert], [aria-invalid=true]').allInnerTexts();
  return `not sent: ${errors.join(' · ')}`;
}
