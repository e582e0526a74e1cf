import { apiSession, callApi, keepSession, settled, watch, word } from '@tests/e2e/support/browser';
import { unique } from '@tests/e2e/support/people';
import { expect, test } from '@tests/e2e/support/test';

/** A vendor's report on the built panel: from the list to the letter and the file behind its link. */

const report = (key: string, options = {}) => word(`insights:saved-reports.${key}`, options);

test('is saved from a list, scheduled, sent by e-mail, and downloaded by the link of the letter', async ({
  page,
  context,
}) => {
  const { problems } = watch(page);
  const owner = await apiSession('owner2');
  const { shops, email } = await callApi<{ shops: { slug: string }[]; email: string }>(owner, 'GET', 'me');
  const name = `Заказы ${unique()}`;
  await keepSession(context, owner);
  await page.goto(`./${shops[0]?.slug}/orders`);
  await settled(page);
  await page.getByRole('button', { name: word('text-save-report') }).click();

  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(report('name')).fill(name);
  await dialog.getByLabel(report('period'), { exact: true }).selectOption('last-30');
  await dialog.getByRole('button', { name: report('save') }).click();
  await expect(page.getByLabel(report('period'), { exact: true })).toHaveValue('last-30');
  await page.getByLabel(report('schedule'), { exact: true }).selectOption('weekly');
  await page.getByRole('button', { name: word('button-save') }).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await page.getByRole('button', { name: report('send') }).click();
  const runs = page.getByRole('list', { name: report('runs') });
  await expect(runs.getByText(report('status.done'))).toBeVisible({ timeout: 60_000 });

  // The demo shows its letters to administrators; the letter follows the file.
  const admin = await apiSession('admin');
  let path: string | undefined;
  await expect
    .poll(async () => {
      const { data } = await callApi<{ data: { subject: string; body: string }[] }>(
        admin,
        'GET',
        `dev/outbox?limit=20&search=recipient:${email}`,
      );
      const letter = data.find(({ subject }) => subject.includes(name));
      path = /\/admin\/(reports\?run=\d+)/.exec(letter?.body ?? '')?.[1];
      return path;
    })
    .toBeDefined();
  await page.goto(`./${path}`);
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  const file = page.waitForEvent('download');
  await page.getByRole('button', { name: report('download') }).click();
  expect((await file).suggestedFilename()).toMatch(/^orders-\d{4}-\d\d-\d\d\.xlsx$/);

  // The same link is nothing to anybody else.
  await keepSession(context, admin);
  await page.goto(`./${path}`);
  await expect(page.getByRole('heading', { level: 1, name })).toHaveCount(0);
  expect(problems.filter((problem) => !problem.includes('404'))).toEqual([]);
});
