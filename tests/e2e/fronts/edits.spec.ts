import { apiSession, callApi, demoPassword, watch } from '@tests/e2e/support/browser';
import { unique } from '@tests/e2e/support/people';
import { baseUrl } from '@tests/e2e/support/servers';
import { expect, test } from '@tests/e2e/support/test';
import { serveFront } from './serve-front';

/**
 * An admin of the dialect creates, edits and removes a record of each family in its language, which this installation does
 * not offer: the row itself changes, nothing else of it does, and no twin comes to be.
 */
let front: Awaited<ReturnType<typeof serveFront>>;
test.beforeAll(async () => {
  front = await serveFront();
});
test.afterAll(() => front.close());

interface Row {
  id: number;
  slug?: string;
  [key: string]: unknown;
}

const day = (after: number) => new Date(Date.now() + after * 86_400_000).toISOString();
const texts = { details: 'Подробности', icon: '', image: null };

/** Endpoint, the text that is edited, and the body as such an admin sends it. */
const families: [endpoint: string, key: string, body: (world: Record<string, number>) => object][] = [
  ['tags', 'name', ({ type }) => ({ name: unique(), type_id: type, ...texts })],
  ['categories', 'name', ({ type }) => ({ name: unique(), parent: null, type_id: type, ...texts })],
  [
    'types',
    'name',
    () => ({
      ...{ name: unique(), icon: '', promotional_sliders: [], banners: [] },
      settings: { isHome: 0, layoutType: 'classic', productCard: 'neon' },
    }),
  ],
  [
    'attributes',
    'name',
    ({ shop }) => ({ name: unique(), shop_id: shop, values: [{ value: 'Один', meta: '' }] }),
  ],
  [
    'authors',
    'name',
    () => ({ name: unique(), bio: 'О себе', quote: '', is_approved: 1, socials: [], image: null }),
  ],
  [
    'manufacturers',
    'name',
    ({ type }) => ({
      name: unique(),
      description: 'О заводе',
      website: '',
      is_approved: 1,
      type_id: type,
      socials: [],
    }),
  ],
  [
    'coupons',
    'description',
    () => ({
      ...{
        code: unique().toUpperCase(),
        type: 'percentage',
        amount: '10',
        minimum_cart_amount: '0',
        target: 0,
      },
      ...{ active_from: day(1), expire_at: day(2), description: 'Было', image: null },
    }),
  ],
  [
    'taxes',
    'name',
    () => ({ name: unique(), rate: '10', country: 'Нигде', state: '', zip: '', city: '', priority: null }),
  ],
  ['shippings', 'name', () => ({ name: unique(), amount: '300', type: 'fixed' })],
  ['refund-reasons', 'name', () => ({ name: unique() })],
  [
    'refund-policies',
    'title',
    () => ({ title: unique(), target: 'customer', status: 'approved', description: 'Без вопросов.' }),
  ],
  [
    'faqs',
    'faq_title',
    () => ({ faq_title: unique(), faq_description: 'В пути.', faq_type: 'global', issued_by: 'Super Admin' }),
  ],
  [
    'terms-and-conditions',
    'title',
    () => ({ title: unique(), description: 'Общие условия.', type: 'global', issued_by: 'Super Admin' }),
  ],
  [
    'store-notices',
    'notice',
    () => ({
      ...{ notice: unique(), description: 'С понедельника.', priority: 'high', type: 'all_vendor' },
      ...{ effective_from: day(1), expired_at: day(2), received_by: [] },
    }),
  ],
  [
    'flash-sale',
    'title',
    () => ({
      ...{ title: unique(), description: 'Скидки.', type: 'percentage', rate: '15', image: null },
      ...{ start_date: day(40), end_date: day(41) },
      sale_builder: { data_type: 'handpicked_products', product_ids: [] },
    }),
  ],
  [
    'products',
    'name',
    ({ type, shop }) => ({
      ...{
        name: unique(),
        description: 'Описание',
        unit: 'шт.',
        status: 'draft',
        type_id: type,
        shop_id: shop,
      },
      ...{ product_type: 'simple', sku: unique(), quantity: '7', price: '1200.50', sale_price: '' },
      ...{ author_id: null, manufacturer_id: null, tags: [], image: null, gallery: [], categories: [] },
      ...{ height: '', width: '', length: '', is_digital: 0, digital_file: null, is_external: 0, video: [] },
      ...{ external_product_url: '', external_product_button_text: '', in_flash_sale: 0, metas: [] },
      ...{ variations: [], variation_options: { upsert: [], delete: [] } },
    }),
  ],
  [
    'api/admin/boxes',
    'name',
    () => ({
      ...{
        name: unique(),
        length: '30',
        width: '20',
        height: '10',
        weight: '100',
        max_weight: '5',
        price: '',
      },
      is_active: 1,
    }),
  ],
  [
    'api/admin/errors',
    'title',
    () => ({ code: `E_${unique().toUpperCase()}`, title: 'Коробка', message: 'Потерялась.', status: '404' }),
  ],
];

/** Without what every edit changes. */
const withoutStamps = (row: Row): Row => ({ ...row, version: 0, updated_at: '', updated_by: 0 });

test('a record of each family is created, edited as a whole and removed', async ({ page }) => {
  test.setTimeout(300_000);
  const { problems } = watch(page);
  await page.goto(`${front.origin}/admin.html?api=${encodeURIComponent(`${baseUrl('plain')}rest`)}`);
  await page.waitForFunction(() => 'admin' in window);
  /** Calls `front/admin.js`. */
  const ask = async (call: string, ...input: unknown[]) =>
    (await page.evaluate(
      ({ name, given }) => {
        const { admin } = window as unknown as {
          admin: Record<string, (...all: unknown[]) => Promise<unknown>>;
        };
        return admin[name]?.(...given);
      },
      { name: call, given: input },
    )) as Row;
  await ask('signIn', 'admin@demo.ru', demoPassword);
  const world = { type: (await ask('first', 'types')).id, shop: (await ask('first', 'shops')).id };
  const panel = await apiSession('admin');

  for (const [endpoint, key, body] of families) {
    const made = await ask('create', endpoint, body(world));
    // As our panel reads it.
    const stored = () => callApi<Row>(panel, 'GET', `${endpoint}/${made.id}`);
    const before = await stored();
    const text = `${unique()} новое`;

    const edited = await ask('edit', endpoint, made, key, text);

    const after = withoutStamps(await stored());
    expect([endpoint, edited.id, after.slug]).toEqual([endpoint, made.id, before.slug]);
    // Texts that name the record, too.
    const { slug, ...rest } = withoutStamps(before);
    const changed = JSON.stringify(rest).replaceAll(String(before[key]), text);
    expect([endpoint, after]).toEqual([
      endpoint,
      { ...(JSON.parse(changed) as Row), ...(slug !== undefined && { slug }) },
    ]);
    await ask('remove', endpoint, made.id);
  }
  expect(problems).toEqual([]);
});
