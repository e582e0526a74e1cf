import { apiSession, callApi, keepSession, settled, word } from '@tests/e2e/support/browser';
import { newOwner, otherPage, unique } from '@tests/e2e/support/people';
import { expect, type Page, test } from '@tests/e2e/support/test';
import { completeFile, samplePdf } from '@tests/e2e/support/vendor-file';
import { requisites, shopBody } from '@tests/support/shops';
import type { Shop } from '@/contract/shops/schema';

/** A vendor's papers from the first upload to the open shop. */
const text = (key: string) => word(`shops:vendor-file.${key}`);
const row = (page: Page, name: string) =>
  page.locator('#documents').getByRole('listitem', { name, exact: true });
const charter = text('papers.charter');

async function sendCharter(page: Page, button: 'send' | 'send-again'): Promise<void> {
  const paper = row(page, charter);
  await paper.getByRole('button', { name: `${text(button)}: ${charter}` }).click();
  await paper
    .locator('input[type=file]')
    .setInputFiles({ name: 'ustav.pdf', mimeType: 'application/pdf', buffer: samplePdf });
  await paper.getByRole('button', { name: text('submit') }).click();
  await expect(paper.getByText(text('states.waiting'), { exact: true }).first()).toBeVisible();
}

test('a vendor sends a paper, sends it again after a refusal, and the shop opens with a complete file', async ({
  page,
  context,
  browser,
}) => {
  const { session } = await newOwner();
  const known = { ...requisites, inn: '7707083893', legal_name: 'ПАО Сбербанк' };
  const name = `Лавка ${unique()}`;
  const shop = await callApi<Shop>(session, 'POST', 'shops', { ...shopBody, name, requisites: known });
  await keepSession(context, session);
  const boss = await apiSession('admin');
  const admin = await otherPage(browser, boss);
  await page.goto(`./${shop.slug}`);

  const paper = row(page, charter);
  await paper.getByRole('button', { name: `${text('send')}: ${charter}` }).click();
  await paper.getByRole('button', { name: text('submit') }).click();
  await expect(paper.getByText(word('form:error-paper-needed'))).toBeVisible();
  await paper.getByRole('button', { name: word('button-cancel') }).click();
  await sendCharter(page, 'send');

  await admin.goto('./new-shops');
  const approve = { name: `${word('shops:shops.actions.approve')}: ${name}` };
  await admin.getByRole('button', approve).click();
  const dialog = admin.getByRole('dialog');
  await expect(dialog.getByText(text('lacks'))).toBeVisible();
  await expect(dialog.getByRole('button', { name: word('shops:shops.approve'), exact: true })).toBeDisabled();
  await dialog.getByRole('link', { name: text('to-papers') }).click();
  await settled(admin);
  const theirs = row(admin, charter);
  await theirs.getByRole('button', { name: `${text('decline')}: ${charter}` }).click();
  await theirs.getByLabel(text('reason')).fill('Нет последней страницы');
  await theirs.getByRole('button', { name: text('decline'), exact: true }).click();
  await expect(theirs.getByText(text('states.declined'), { exact: true }).first()).toBeVisible();

  await page.reload();
  await expect(
    paper.getByText(word('shops:vendor-file.because', { reason: 'Нет последней страницы' })),
  ).toBeVisible();
  await sendCharter(page, 'send-again');
  await admin.reload();
  await theirs.getByRole('button', { name: `${text('accept')}: ${charter}` }).click();
  await expect(theirs.getByText(text('states.accepted'), { exact: true }).first()).toBeVisible();
  await completeFile(boss, session, shop.id);

  await admin.goto('./new-shops');
  await admin.getByRole('button', approve).click();
  await dialog.getByRole('button', { name: word('shops:shops.approve'), exact: true }).click();
  await expect(admin.getByText(word('shops:shops.approved'))).toBeVisible();
  expect((await callApi<Shop>(boss, 'GET', `shops/${shop.slug}`)).is_active).toBe(true);
});
