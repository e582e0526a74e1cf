import { expect, type Page } from '@playwright/test';
import { type ApiSession, callApi, word } from './browser';

/** A form field by its label. */
export const field = (page: Page, name: string) => page.locator(`[id="field-${name}"]`);
export const requisite = (page: Page, name: string) => field(page, `requisites.${name}`);

/** Required values of every shop. */
export async function fillShop(page: Page, name: string): Promise<void> {
  await field(page, 'name').fill(name);
  await field(page, 'address.country').fill('Россия');
  await field(page, 'address.state').fill('Кировская обл');
  await field(page, 'address.city').fill('Киров');
  await field(page, 'address.zip').fill('610000');
  await field(page, 'address.street_address').fill('ул Спасская, д 18');
  await field(page, 'settings.contact').fill('89123302518');
}

/** Types ИНН and БИК; the registers fill in the rest. */
export async function fillRequisites(page: Page): Promise<void> {
  await requisite(page, 'inn').fill('7707083893');
  await page
    .getByRole('button', { name: word('form:requisites.lookup.fill') })
    .first()
    .click();
  await expect(requisite(page, 'legal_name')).toHaveValue('ПАО Сбербанк');
  await expect(requisite(page, 'ogrn')).toHaveValue('1027700132195');
  await requisite(page, 'bic').fill('044525225');
  await expect(requisite(page, 'correspondent_account')).toHaveValue('30101810400000000225');
  await requisite(page, 'account').fill('40702810938000012345');
  await requisite(page, 'tax_system').selectOption('usn_income');
  await requisite(page, 'vat_rate').selectOption('none');
}

/** An administrator decides on the withdrawal whose page is open. */
export async function decideWithdrawal(page: Page, status: string, note?: string): Promise<void> {
  const button = page.getByRole('button', { name: word(`ledger:withdraws.moves.${status}`), exact: true });
  await button.click();
  if (note) await page.getByLabel(word('ledger:withdraws.fields.decision_note')).fill(note);
  await button.click();
  await expect(page.getByText(word(`ledger:withdraws.decided.${status}`))).toBeVisible();
}

/** The demo's oldest type of goods: newer ones may be another test's, which removes them. */
export async function firstType(session: ApiSession): Promise<number | undefined> {
  const path = 'types?limit=1&orderBy=created_at&sortedBy=asc';
  const { data } = await callApi<{ data: { id: number }[] }>(session, 'GET', path);
  return data[0]?.id;
}
