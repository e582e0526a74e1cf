import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildScene, buildUser, type Scene } from '../../support/factories';
import { type TestApp, testApp, type Wire } from '../../support/server';
import { shopBody } from '../../support/shops';
import { buildMarketplace, type Rows } from './dialect-scene';

/**
 * A working day of another admin client of the dialect (reference endpoints and entities; written for this test): it signs in
 * with a token, sends flags as 1 and 0, sums as text, nested records in place of ids, and empty texts.
 */
let api: TestApp;
let scene: Scene;
let rows: Rows;
let tokens: Record<'admin' | 'owner' | 'buyer', string>;

beforeAll(async () => {
  api = await testApp();
  scene = await buildScene(api.db);
  rows = await buildMarketplace(api, scene);
  const password = 'Snegir2026';
  await buildUser(api.db, { role: 'super_admin', email: 'boss@test.ru', password });
  const owner = await buildUser(api.db, { role: 'store_owner', email: 'owner@test.ru', password });
  await buildUser(api.db, { role: 'customer', email: 'buyer@test.ru', password });
  await api.db.updateTable('shops').set({ owner_id: owner.id }).where('id', '=', scene.shop.id).execute();
  const tokenOf = async (email: string) => {
    const { body } = await api.request<{ token: string }>(null, 'POST', 'token', { email, password });
    return body.token;
  };
  tokens = {
    admin: await tokenOf('boss@test.ru'),
    owner: await tokenOf('owner@test.ru'),
    buyer: await tokenOf('buyer@test.ru'),
  };
});
afterAll(() => api.close());

const ask = async (
  who: keyof typeof tokens,
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  body?: object,
) => {
  const headers = { authorization: `Bearer ${tokens[who]}`, accept: 'application/json' };
  const answer = await api.request(null, method, path, body, headers);
  if (answer.status >= 300) throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body;
};

it('signs in and reads who it is', async () => {
  const { body } = await api.request(null, 'POST', 'token', {
    email: 'boss@test.ru',
    password: 'Snegir2026',
  });
  expect(body).toMatchObject({ token: expect.any(String), role: 'super_admin' });
  expect(body.permissions).toContain('super_admin');

  const me = await ask('admin', 'GET', 'me');
  expect(me.permissions).toContainEqual(expect.objectContaining({ name: 'super_admin' }));
  expect(me).toMatchObject({ email: 'boss@test.ru', shops: [] });
});

describe('the lists', () => {
  const order = 'orderBy=created_at&sortedBy=DESC';
  it.each([
    ['products', 'with=shop;type&search=status:publish;shop_id:1'],
    ['draft-products', 'search=status:draft&status=draft&user_id=1'],
    ['products-stock', 'search=status:publish&shop_id=1'],
    ['orders', 'search=tracking_number:2'],
    ['users', 'search=name:а'],
    ['admin/list', 'is_active=true'],
    ['vendors/list', 'is_active=true&exclude=1'],
    ['customers/list', ''],
    ['all-staffs', ''],
    ['shops', 'search=name:а'],
    ['new-shops', 'is_active=false'],
    ['types', 'search=name:а'],
    ['categories', 'parent=null&search=name:а'],
    ['tags', 'search=name:а'],
    ['authors', 'search=is_approved:1'],
    ['manufacturers', 'search=name:а'],
    ['coupons', 'search=code:a'],
    ['refunds', 'with=order;customer;refund_policy&search=shop_id:1'],
    ['refund-policies', 'search=target:vendor;status:approved'],
    ['refund-reasons', 'search=name:а'],
    ['reviews', 'with=product;user&search=shop_id:1'],
    ['questions', 'search=shop_id:1'],
    ['withdraws', 'search=shop_id:1'],
    ['faqs', 'search=faq_title:а'],
    ['terms-and-conditions', 'search=title:а'],
    ['flash-sale', 'search=title:а'],
    ['store-notices', 'search=notice:а;shops.slug:pervaya'],
    ['abusive_reports', ''],
    ['notify-logs', 'search=notify_type:order'],
    ['conversations', ''],
  ])('%s come as a page', async (path, more) => {
    const page = await ask(
      'admin',
      'GET',
      `${path}?language=ru&limit=20&page=1&searchJoin=and&${order}&${more}`,
    );

    expect(page).toMatchObject({ data: expect.any(Array), current_page: 1, total: expect.any(Number) });
    expect(page.data.length).toBe(Math.min(page.total, 20));
  });

  it.each(['taxes', 'shippings', 'attributes'])('%s come bare without page and limit', async (path) => {
    const list = await ask('admin', 'GET', `${path}?language=ru&${order}&searchJoin=and&search=`);

    expect(Array.isArray(list)).toBe(true);
    expect(list).not.toEqual([]);
  });
});

it.each<[endpoint: string, table: 'tags', body: () => object, title: string]>([
  [
    'tags',
    'tags',
    () => ({ name: 'Новинки', details: '', icon: '', image: null, type_id: groupId() }),
    'name',
  ],
  [
    'categories',
    'categories' as 'tags',
    () => ({ name: 'Чай', details: '', parent: null, icon: '', image: [], type_id: groupId() }),
    'name',
  ],
  [
    'authors',
    'authors' as 'tags',
    () => ({ name: 'Анна', bio: '', quote: '', is_approved: 1, socials: [], image: null }),
    'name',
  ],
  [
    'manufacturers',
    'manufacturers' as 'tags',
    () => ({ name: 'Завод', description: '', website: '', is_approved: 1, type_id: groupId(), socials: [] }),
    'name',
  ],
  [
    'taxes',
    'taxes' as 'tags',
    () => ({ name: 'НДС', rate: '10', country: '', state: '', zip: '', city: '', priority: null }),
    'name',
  ],
  ['shippings', 'shippings' as 'tags', () => ({ name: 'Курьер', amount: '300', type: 'fixed' }), 'name'],
  ['refund-reasons', 'refund_reasons' as 'tags', () => ({ name: 'Передумал' }), 'name'],
  [
    'refund-policies',
    'refund_policies' as 'tags',
    () => ({ title: 'Две недели', target: 'customer', status: 'approved', description: 'Без вопросов.' }),
    'title',
  ],
  [
    'faqs',
    'faqs' as 'tags',
    () => ({ faq_title: 'Где заказ?', faq_description: 'В пути.', faq_type: 'global', issued_by: 'Admin' }),
    'faq_title',
  ],
])('%s are made, changed and removed', async (endpoint, table, body, title) => {
  const made = await ask('admin', 'POST', endpoint, { language: 'ru', ...body() });
  const stored = () =>
    api.db.selectFrom(table).selectAll().where('id', '=', made.id).executeTakeFirstOrThrow() as Promise<
      Record<string, unknown>
    >;
  expect((await stored())[title]).toBe(made[title]);

  const { version: _version, ...row } = made;
  await ask('admin', 'PUT', `${endpoint}/${made.id}`, { ...row, [title]: 'Другое имя' });
  expect((await stored())[title]).toBe('Другое имя');

  await ask('admin', 'DELETE', `${endpoint}/${made.id}`);
  expect((await stored()).deleted_at).not.toBeNull();
});

const groupId = () => rows.groups?.id;

const productBody = (more: object) => ({
  ...{ language: 'ru', description: '', unit: 'шт.', status: 'publish', type_id: groupId() },
  ...{ shop_id: scene.shop.id, author_id: null, manufacturer_id: null, tags: [], image: null, gallery: [] },
  ...{ height: '', width: '', length: '', is_digital: 0, digital_file: null, is_external: 0, video: [] },
  ...{ external_product_url: '', external_product_button_text: '', in_flash_sale: 0, metas: [] },
  categories: [rows.categories?.id],
  ...more,
});

it('a simple product is made by its vendor, changed whole and removed', async () => {
  const made = await ask('owner', 'POST', 'products', {
    ...productBody({ name: 'Поднос', product_type: 'simple', sku: 'TRAY', quantity: '7' }),
    ...{ price: '1200.50', sale_price: '', variations: [], variation_options: { upsert: [], delete: [] } },
  });
  const { version: _version, ...row } = await ask(
    'owner',
    'GET',
    `products/${made.id}?language=ru&with=type;shop;categories;tags;variation_options`,
  );
  await ask('owner', 'PUT', `products/${made.id}`, {
    ...row,
    ...productBody({ name: 'Поднос из липы', product_type: 'simple', sku: 'TRAY', quantity: 7 }),
    ...{ price: '1100', sale_price: '990', variation_options: { upsert: [], delete: [] } },
  });

  const stored = () =>
    api.db.selectFrom('products').selectAll().where('id', '=', made.id).executeTakeFirstOrThrow();
  expect(await stored()).toMatchObject({ name: 'Поднос из липы', price: 1100, sale_price: 990, quantity: 7 });
  await ask('owner', 'DELETE', `products/${made.id}`);
  expect((await stored()).deleted_at).not.toBeNull();
});

it('a variable product names its values in words', async () => {
  const attributes = (await ask('owner', 'GET', 'attributes?language=ru')) as unknown as {
    name: string;
    values: { id: number; value: string }[];
  }[];
  const volume = attributes.find(({ name }) => name === 'Объём');
  const values = volume?.values ?? [];
  expect(values).toHaveLength(2);
  const made = await ask('owner', 'POST', 'products', {
    ...productBody({ name: 'Кувшин', product_type: 'variable', price: null, quantity: null, sku: null }),
    variations: values.map(({ id }) => ({ attribute_value_id: id })),
    variation_options: {
      upsert: values.map(({ value }, index) => ({
        ...{
          title: value,
          options: [{ name: 'Объём', value }],
          price: '450',
          sale_price: null,
          quantity: '3',
        },
        ...{ sku: `JUG-${index}`, is_disable: 0, is_digital: 0, language: 'ru' },
      })),
      delete: [],
    },
  });

  const options = await api.db
    .selectFrom('variation_options')
    .select(['title', 'price', 'quantity', 'sku'])
    .where('product_id', '=', made.id)
    .orderBy('sku')
    .execute();
  expect(options).toEqual(
    values.map(({ value }, index) => ({ title: value, price: 450, quantity: 3, sku: `JUG-${index}` })),
  );
});

it('a shop is opened with its way of payment and approved', async () => {
  const payment_info = { account: '40702810938000012345', name: 'Анна', email: 'pay@test.ru', bank: 'Банк' };
  const made = await ask('owner', 'POST', 'shops', {
    ...{ ...shopBody, name: 'Вторая лавка', language: 'ru', logo: null, cover_image: [], categories: [] },
    balance: { payment_info },
    settings: {
      ...{ contact: '+7 (912) 330-25-18', website: '', location: [], socials: [] },
      notifications: { email: '', enable: 0 },
    },
  });
  await ask('admin', 'POST', 'approve-shop', { id: made.id, admin_commission_rate: '12' });

  const row = await api.db
    .selectFrom('shops')
    .selectAll()
    .where('id', '=', made.id)
    .executeTakeFirstOrThrow();
  expect(row).toMatchObject({ name: 'Вторая лавка', is_active: true, admin_commission_rate: 12 });
  expect(row.payment_info).toEqual(payment_info);
});

it('an order is verified, placed, moved to its end and refunded', async () => {
  const address = { ...shopBody.address, formatted_address: '' };
  const lines = [
    { product_id: rows.product?.id, order_quantity: 1, unit_price: '500', subtotal: '500' },
  ] as const;
  const verified = await ask('buyer', 'POST', 'orders/checkout/verify', {
    ...{ amount: 500, products: lines, billing_address: address, shipping_address: address },
  });
  const order = (await ask('buyer', 'POST', 'orders', {
    ...{ products: lines, amount: 500, total: '500', paid_total: '500', sales_tax: verified.total_tax },
    ...{ delivery_fee: verified.shipping_charge, discount: 0, coupon_id: null, delivery_time: '', note: '' },
    ...{ customer_contact: '+7 (900) 123-45-67', payment_gateway: 'CASH_ON_DELIVERY', language: 'ru' },
    ...{ billing_address: address, shipping_address: address, use_wallet_points: false },
    isFullWalletPayment: false,
  })) as Wire & { children: Wire[] };
  const part = order.children[0];
  for (const order_status of [
    'order-processing',
    'order-at-local-facility',
    'order-out-for-delivery',
    'order-completed',
  ])
    await ask('owner', 'PUT', `orders/${part?.id}`, { order_status, language: 'ru' });
  const status = () =>
    api.db.selectFrom('orders').select('order_status').where('id', '=', order.id).executeTakeFirstOrThrow();
  expect(await status()).toEqual({ order_status: 'order-completed' });

  const refund = await ask('buyer', 'POST', 'refunds', {
    ...{ order_id: order.id, title: 'Скол на краю', description: '', images: [] },
    refund_reason_id: rows['refund-reasons']?.id,
  });
  await ask('admin', 'PUT', `refunds/${refund.id}`, { status: 'approved' });
  expect(
    await api.db.selectFrom('refunds').select('status').where('id', '=', refund.id).executeTakeFirstOrThrow(),
  ).toEqual({ status: 'approved' });
});

it('the settings are saved whole, with empty texts for search', async () => {
  const { options } = await ask('admin', 'GET', 'settings?language=ru');
  const seo = {
    ...{ metaTitle: '', metaDescription: '', ogTitle: '', ogDescription: '', ogImage: null, metaTags: '' },
    ...{ canonicalUrl: '', twitterHandle: '', twitterCardType: '' },
  };
  await ask('admin', 'POST', 'settings', {
    language: 'ru',
    options: { ...(options as object), siteTitle: 'Ярмарка', seo },
  });

  const row = await api.db.selectFrom('settings').select('options').executeTakeFirstOrThrow();
  expect(row.options).toMatchObject({ siteTitle: 'Ярмарка', languages: ['ru'] });
  const stored = (row.options as { seo: Record<string, unknown> }).seo;
  expect(Object.values(stored).filter(Boolean)).toEqual([]);
});
