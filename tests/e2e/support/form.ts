import { expect, type Locator, type Page } from '@playwright/test';
import type { AnyResource, FormField } from '@/contract/core/define';
import type { JsonRecord } from '@/crud/types';

/** A picture of one pixel. */
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/**
 * Fills a family's form as a person would, field by field; for a relation it takes the last option: the first ones are
 * other tests' new rows, which those tests remove.
 */
export async function fillForm(page: Page, resource: AnyResource, values: JsonRecord): Promise<void> {
  const fields: FormField<JsonRecord>[] = resource.fields;
  await page.locator('[id^="field-"]').first().waitFor();
  for (const field of fields) {
    const value = values[field.key];
    if (value === undefined || value === null || value === '') continue;
    if (field.kind === 'items') await fillItems(page, field, value as JsonRecord[]);
    else await fillField(page, `field-${field.key}`, field, value);
  }
}

async function fillItems(page: Page, field: FormField<JsonRecord>, rows: JsonRecord[]): Promise<void> {
  for (const [index, row] of rows.entries()) {
    await page.locator(`[id="field-${field.key}"] > button`).click();
    for (const item of field.items ?? []) {
      await fillField(page, `field-${field.key}.${index}.${item.key}`, item, row[item.key]);
    }
  }
}

async function fillField(page: Page, id: string, { kind, relation }: FormField<JsonRecord>, value: unknown) {
  const input = page.locator(`[id="${id}"]`);
  if (!(await input.count())) return;
  if (kind === 'select') await input.selectOption(String(value));
  else if (kind === 'radio') await input.locator(`input[value="${String(value)}"]`).check();
  else if (kind === 'switch') await turn(input, value === true);
  else if (kind === 'relation' && relation) await pickLast(page, input);
  else if (kind === 'image') {
    await input.setInputFiles({ name: 'picture.png', mimeType: 'image/png', buffer: picture });
    await expect(input).toHaveCount(0);
  } else if (
    ['text', 'textarea', 'formatted', 'number', 'money', 'date', 'datetime', 'colour'].includes(kind)
  ) {
    await input.fill(String(value));
  }
}

async function turn(lever: Locator, isOn: boolean): Promise<void> {
  if ((await lever.getAttribute('aria-checked')) !== String(isOn)) await lever.click();
}

async function pickLast(page: Page, input: Locator): Promise<void> {
  await input.click();
  // Not the options of a select or of the global search, which have the same role.
  await page.locator('[role="option"]:visible').last().click();
  await page.keyboard.press('Escape');
}
