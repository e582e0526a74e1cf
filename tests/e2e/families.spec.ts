import {
  type ApiSession,
  apiSession,
  askToRemove,
  callApi,
  firstWord,
  goTo,
  settled,
  signIn,
  watch,
  word,
} from '@tests/e2e/support/browser';
import { fillForm } from '@tests/e2e/support/form';
import { offer } from '@tests/e2e/support/languages';
import { baseUrl, type ServerName } from '@tests/e2e/support/servers';
import { expect, type Page, test } from '@tests/e2e/support/test';
import { makeNeeds } from '@tests/support/needs';
import { type SampleName, samples } from '@tests/support/samples';
import { resourceNames, resources } from '@/contract';
import { type AnyResource, type Attachment, addressKey, type FieldKind } from '@/contract/core/define';
import { screenAccess } from '@/contract/family-pages';

/**
 * What a person does with a family, on the built product: all questions to two families that differ from each other (a
 * plain one and one with its own form), and a journey from the form to the trash and back through those whose forms
 * have parts that the two lack (relations, items, pictures, own forms and lists). What all families share is tested for
 * each of them over HTTP, and the sweep opens every screen.
 */
const thorough: readonly SampleName[] = ['tags', 'store-notices'];
const others: readonly SampleName[] = [
  'boxes',
  'order-status',
  'groups',
  'categories',
  'attribute-values',
  'authors',
  'coupons',
  'advertising-banners',
  'flash-sale',
];

test('the families here have every kind of field that plain forms have', () => {
  const kindsOf = (names: readonly SampleName[]) =>
    new Set(names.flatMap((name) => resources[name].fields.map(({ kind }: { kind: FieldKind }) => kind)));
  const plain = resourceNames.filter((name): name is SampleName => name in samples);
  expect([...kindsOf([...thorough, ...others])].toSorted()).toEqual([...kindsOf(plain)].toSorted());
});

interface Row {
  id: number;
  version: number;
  slug: string;
  [key: string]: unknown;
}

for (const name of thorough) {
  const resource: AnyResource = resources[name];
  const label = (key: string) =>
    firstWord(`${resource.domain}:${name}.fields.${key}`, `common:fields.${key}`);
  const titleKey = resource.columns[0]?.key ?? 'name';

  test.describe(name, () => {
    // Families in parallel, the tests of one family in sequence: they use the same list.
    test.describe.configure({ mode: 'default' });
    let session: ApiSession;
    let sample: Record<string, unknown>;

    test.beforeAll(async () => {
      session = await apiSession('admin');
      sample = await sampleOf(name, session);
    });

    test.beforeEach(async ({ context }) => {
      await signIn(context, 'admin');
    });

    let made = 0;
    const make = (title: string) => {
      made += 1;
      const body = { ...sample, ...samples[name].unique?.(made), slug: undefined, [titleKey]: title };
      return callApi<Row>(session, 'POST', resource.endpoint, body);
    };

    test('creates a row from the form, finds it by search, shows it in the list', async ({ page }) => {
      const title = unique(name);
      await page.goto(`./${name}`);
      await page.getByRole('link', { name: word(`${resource.domain}:${name}.create`) }).click();
      await expect(page).toHaveURL(new RegExp(`/${name}/create$`));

      await fillForm(page, resource, { ...sample, [titleKey]: title });
      await page.getByRole('button', { name: word('button-save') }).click();

      await expect(toast(page, 'successfully-created')).toBeVisible();
      await expect(page).toHaveURL(new RegExp(`/${name}$`));
      await search(page, title);
      await expect(page.locator('tbody tr:not([aria-hidden])')).toHaveCount(1);
      await expect(page.locator('tbody tr:not([aria-hidden])')).toContainText(title);
    });

    test('shows errors at their fields and keeps the input', async ({ page }) => {
      await page.goto(`./${name}/create`);
      const field = page.getByLabel(label(titleKey), { exact: false }).first();
      await field.fill('<b>!!! так нельзя</b>');
      await page.getByRole('button', { name: word('button-save') }).click();

      await expect(field).toHaveAttribute('aria-invalid', 'true');
      const described = await field.getAttribute('aria-describedby');
      await expect(page.locator(`[id="${described?.split(' ').at(-1)}"]`)).not.toBeEmpty();
      await expect(field).toHaveValue(/так нельзя/i);
    });

    test('edits a row and opens the configured screen', async ({ page }) => {
      const row = await make(unique(name));
      const changed = unique(name);
      await page.goto(`./${name}/${addressKey(resource, row as never)}/edit`);

      await page.getByLabel(label(titleKey), { exact: false }).first().fill(changed);
      await page.getByRole('button', { name: word('button-save') }).click();

      await expect(toast(page, 'successfully-updated')).toBeVisible();
      const after = resource.after.update === 'list' ? `/${name}$` : `/${name}/[^/]+/edit$`;
      await expect(page).toHaveURL(new RegExp(after));
      const stored = await callApi<Row>(session, 'GET', `${resource.endpoint}/${row.id}`);
      expect(stored[titleKey]).toBe(changed);
    });

    test('deletes a row after a confirmation, and restores it', async ({ page }) => {
      const title = unique(name);
      const row = await make(title);
      await page.goto(`./${name}`);
      await search(page, title);

      await askToRemove(page, title);
      await expect(page.getByRole('dialog', { name: word('button-delete') })).toContainText(title);
      await page.getByRole('button', { name: word('button-delete'), exact: true }).click();

      await expect(toast(page, 'successfully-deleted')).toBeVisible();
      await expect(page.locator('tbody tr:not([aria-hidden])')).toHaveCount(0);
      await page.getByRole('button', { name: word('button-undo') }).click();
      await expect(page.locator('tbody tr:not([aria-hidden])')).toContainText(title);
      expect((await callApi<Row>(session, 'GET', `${resource.endpoint}/${row.id}`))[titleKey]).toBe(title);
    });

    test('sorts and pages, with the state in the address', async ({ page }) => {
      for (let count = 0; count < resource.pageSize + 1; count += 1) await make(unique(name));
      await page.goto(`./${name}`);
      await settled(page);
      const heading = page.getByRole('columnheader', { name: label(titleKey) });

      const before = await titles(page);
      await heading.getByRole('button').click();
      await expect(heading).toHaveAttribute('aria-sort', 'ascending');
      await expect(page).toHaveURL(/sortedBy=asc/);
      await expect.poll(() => titles(page)).not.toEqual(before);
      const ascending = await titles(page);
      await heading.getByRole('button').click();
      await expect(heading).toHaveAttribute('aria-sort', 'descending');
      await expect.poll(() => titles(page)).not.toEqual(ascending);
      const descending = await titles(page);

      await page.getByRole('button', { name: word('common:list.page', { page: 2 }), exact: true }).click();
      await expect(page).toHaveURL(/page=2/);
      await expect.poll(() => titles(page)).not.toEqual(descending);
      const second = await titles(page);
      await page.reload();
      await expect.poll(() => titles(page)).toEqual(second);
      await page.goBack();
      await expect(page).not.toHaveURL(/page=2/);
    });

    test('shows both versions of a stale edit and saves the choice', async ({ page }) => {
      const row = await make(unique(name));
      const [mine, theirs] = [unique(name), unique(name)];
      await page.goto(`./${name}/${addressKey(resource, row as never)}/edit`);
      const field = page.getByLabel(label(titleKey), { exact: false }).first();
      await field.fill(mine);
      await callApi(session, resource.updateMethod, `${resource.endpoint}/${row.id}`, {
        [titleKey]: theirs,
        version: row.version,
      });

      await page.getByRole('button', { name: word('button-save') }).click();

      await expect(page.getByText(theirs).first()).toBeVisible();
      await expect(page.getByText(mine).first()).toBeVisible();
      await page.getByRole('button', { name: word('form:conflict.save') }).click();
      await expect(toast(page, 'successfully-updated')).toBeVisible();
      const stored = await callApi<Row>(session, 'GET', `${resource.endpoint}/${row.id}`);
      expect(stored[titleKey]).toBe(mine);
    });

    test('shows a server error as a toast and keeps the row', async ({ page }) => {
      const title = unique(name);
      await make(title);
      await page.goto(`./${name}`);
      await search(page, title);
      await page.route('**/admin/rest/**', (route) =>
        route.request().method() === 'DELETE'
          ? route.fulfill({ status: 500, json: { message: 'INTERNAL', request_id: 'test' } })
          : route.fallback(),
      );

      await askToRemove(page, title);
      await page.getByRole('button', { name: word('button-delete'), exact: true }).click();

      await expect(page.getByText(word('errors.INTERNAL'))).toBeVisible();
      await expect(page.locator('tbody tr:not([aria-hidden])')).toContainText(title);
    });

    if (resource.translatable.length > 0) {
      test('translates a row when a second language is switched on', async ({ page, context }) => {
        const admin = await signIn(context, 'admin', 'languages');
        await offer(admin, 'en');
        const call = <T>(method: string, path: string, body?: object) =>
          callApi<T>(admin, method, path, body, 'languages');
        const row = await call<Row>('POST', resource.endpoint, {
          ...(await sampleOf(name, admin, 'languages')),
          slug: undefined,
          [titleKey]: unique(name),
        });
        const texts = resource.fields.filter(
          (field) => field.required && resource.translatable.includes(field.key),
        );
        const english = `English ${Date.now().toString(36)}`;

        await page.goto(`${baseUrl('languages')}en/${name}/${addressKey(resource, row as never)}/translate`);
        for (const { key } of texts) {
          await expect(page.getByText(String(row[key])).first()).toBeVisible();
          await page.locator(`form [name="${key}"]`).fill(english);
        }
        await page.getByRole('button', { name: 'Save' }).click();
        await expect(page).not.toHaveURL(/translate$/);

        const read = await call<Row>('GET', `${resource.endpoint}/${row.id}?language=en`);
        const stored = await call<Row>('GET', `${resource.endpoint}/${row.id}`);
        expect(texts.length).toBeGreaterThan(0);
        for (const { key } of texts) {
          expect(read[key]).toBe(english);
          expect(stored[key]).toBe(row[key]);
        }
        expect(read.translated_languages).toEqual(['ru', 'en']);
      });
    }
  });
}

for (const name of others) {
  const resource: AnyResource = resources[name];
  const titleKey = resource.columns[0]?.key ?? 'name';
  const rows = (page: Page) => page.locator('tbody tr:not([aria-hidden])');

  test(`${name}: created, found, changed, removed and restored`, async ({ page, context }) => {
    const session = await signIn(context, 'admin');
    const title = unique(name);
    const body = { ...(await sampleOf(name, session)), ...samples[name].unique?.(count), [titleKey]: title };
    const { problems } = watch(page);

    if (screenAccess(name, 'create', false)) {
      await page.goto(`./${name}/create`);
      await settled(page);
      await fillForm(page, resource, body);
      await page.getByRole('button', { name: word('button-save') }).click();
      await expect(toast(page, 'successfully-created')).toBeVisible();
      await expect(page).toHaveURL(resource.after.create === 'list' ? new RegExp(`/${name}$`) : /\/edit$/);
    } else {
      await callApi(session, 'POST', resource.endpoint, { ...body, slug: undefined });
    }

    await toList(page, name);
    await search(page, title);
    await expect(rows(page)).toHaveCount(1);
    await expect(rows(page)).toContainText(title);

    await rows(page)
      .getByRole('link', { name: `${word('button-edit')}: ` })
      .first()
      .click();
    await expect(page).toHaveURL(/\/edit$/);
    const changed = unique(name);
    const field = page.locator(`[id="field-${titleKey}"]`);
    await expect(field).toHaveValue(title);
    await field.fill(changed);
    await page.getByRole('button', { name: word('button-save') }).click();
    await expect(toast(page, 'successfully-updated')).toBeVisible();

    await toList(page, name);
    await search(page, changed);
    await expect(rows(page)).toHaveCount(1);
    await expect(rows(page)).toContainText(changed);
    await askToRemove(page);
    await page.getByRole('button', { name: word('button-delete'), exact: true }).click();
    await expect(rows(page)).toHaveCount(0);
    await page.getByRole('button', { name: word('button-undo') }).click();
    await expect(rows(page)).toContainText(changed);
    expect(problems).toEqual([]);
  });
}

/** A valid body of the family that refers to existing demo rows. */
async function sampleOf(
  name: SampleName,
  session: ApiSession,
  server: ServerName = 'plain',
): Promise<Record<string, unknown>> {
  const call = <T>(method: string, path: string, body?: object, by = session) =>
    callApi<T>(by, method, path, body, server);
  const [vendor] = await call<{ id: number }[]>('GET', 'store-notices/getUsersToNotify');
  const owner = await apiSession('owner', server);
  const { shops } = await call<{ shops: { id: number }[] }>('GET', 'me', undefined, owner);
  const scene = { shop: { id: shops[0]?.id ?? 0 }, store_owner: { id: vendor?.id ?? 0 } };
  const related = await makeNeeds(name, scene, (endpoint, body) => call('POST', endpoint, body));
  const { data } = await call<{ data: { image?: Attachment }[] }>('GET', 'tags?limit=100');
  const picture = data.find(({ image }) => image)?.image;
  return samples[name].body({ ...scene, related, ...(picture && { picture }) }, 'super_admin');
}

let count = 0;

/** A title that no other row has; error codes are converted to capitals by the form. */
function unique(name: string): string {
  count += 1;
  const tail = `${process.pid}${Date.now()}${count}`;
  if (name === 'error-codes') return `TEST_${tail}`;
  if (name === 'coupons') return `TEST-${tail}`;
  // A version is three numbers.
  if (name === 'mobile-app-versions') return `${process.pid % 1000}.${Date.now() % 100_000}.${count}`;
  return `Проба ${tail}`;
}

/** A list may have the same word in a heading. */
const toast = (page: Page, key: string) =>
  page.getByRole('region', { name: word('text-notifications') }).getByText(word(key));

/** The form redirects there by itself where configured. */
async function toList(page: Page, name: SampleName): Promise<void> {
  const list = new RegExp(`/${name}(\\?|$)`);
  if (!list.test(page.url())) await goTo(page, `/${name}`);
  await expect(page).toHaveURL(list);
}

async function search(page: Page, text: string): Promise<void> {
  const box = page.locator('main').getByRole('searchbox');
  await box.fill(text);
  await box.press('Enter');
  await expect(page).toHaveURL(/search=/);
  await settled(page);
}

/** Names of the displayed rows, without «сейчас», which changes a minute later. */
async function titles(page: Page): Promise<string[]> {
  return page.locator('tbody tr:not([aria-hidden]) a[href]').allInnerTexts();
}
