import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bannerPlaces } from '@/contract/promotions/advertising-banners/values';
import { buildScene, buildUser, type Scene } from '../../support/factories';
import type { TestApp, Wire } from '../../support/server';
import { shopBody } from '../../support/shops';
import { buildMarketplace, otherClientApp, type Rows } from './dialect-scene';

/**
 * A working day of another admin client of the dialect: it signs in with a token, sends flags as 1 and 0, amounts as
 * text, nested records in place of ids, and empty texts.
 */
let api: TestApp;
let scene: Scene;
let rows: Rows;
let tokens: Record<'admin' | 'owner' | 'buyer', string>;

beforeAll(async () => {
  api = await otherClientApp();
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

it('signs in and reads the person', async () => {
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

/** A body in this client's format, by the endpoint, and the changed field. */
const written: [endpoint: string, table: string, title: string, body: () => object][] = [
  [
    'tags',
    'tags',
    'name',
    () => ({ name: 'Новинки', details: '', icon: '', image: null, type_id: groupId() }),
  ],
  [
    'categories',
    'categories',
    'name',
    () => ({ name: 'Чай', details: '', parent: null, icon: '', image: [], type_id: groupId() }),
  ],
  [
    'types',
    'groups',
    'name',
    () => ({
      ...{ name: 'Чайная', icon: '', promotional_sliders: [], banners: [] },
      settings: { isHome: 0, layoutType: 'classic', productCard: 'neon' },
    }),
  ],
  [
    'attributes',
    'attributes',
    'name',
    () => ({ name: 'Сорт', shop_id: scene.shop.id, values: [{ value: 'Чёрный', meta: '#222222' }] }),
  ],
  [
    'attribute-values',
    'attribute_values',
    'value',
    () => ({ value: 'Зелёный', meta: '#228833', attribute_id: rows.attributes?.id, shop_id: scene.shop.id }),
  ],
  [
    'authors',
    'authors',
    'name',
    () => ({ name: 'Анна', bio: '', quote: '', is_approved: 1, socials: [], image: null }),
  ],
  [
    'manufacturers',
    'manufacturers',
    'name',
    () => ({ name: 'Завод', description: '', website: '', is_approved: 1, type_id: groupId(), socials: [] }),
  ],
  [
    'coupons',
    'coupons',
    'code',
    () => ({
      ...{ code: 'TEA10', type: 'percentage', amount: '10', minimum_cart_amount: '0', target: 0 },
      ...{ active_from: '2026-03-10T09:00:00.000Z', expire_at: '2026-04-10T09:00:00.000Z' },
      ...{ description: '', image: null },
    }),
  ],
  [
    'taxes',
    'taxes',
    'name',
    () => ({ name: 'НДС', rate: '10', country: '', state: '', zip: '', city: '', priority: null }),
  ],
  ['shippings', 'shippings', 'name', () => ({ name: 'Курьер', amount: '300', type: 'fixed' })],
  ['refund-reasons', 'refund_reasons', 'name', () => ({ name: 'Передумал' })],
  [
    'refund-policies',
    'refund_policies',
    'title',
    () => ({ title: 'Две недели', target: 'customer', status: 'approved', description: 'Без вопросов.' }),
  ],
  [
    'faqs',
    'faqs',
    'faq_title',
    () => ({ faq_title: 'Где заказ?', faq_description: 'В пути.', faq_type: 'global', issued_by: 'Admin' }),
  ],
  [
    'terms-and-conditions',
    'terms_and_conditions',
    'title',
    () => ({ title: 'Оферта', description: 'Общие условия.', type: 'global', issued_by: 'Super Admin' }),
  ],
  [
    'store-notices',
    'store_notices',
    'notice',
    () => ({
      ...{ notice: 'Скидки', description: 'С понедельника.', priority: 'high', type: 'all_vendor' },
      ...{ effective_from: '2026-03-11 09:00:00', expired_at: '2026-04-10 09:00:00', received_by: [] },
    }),
  ],
  [
    'flash-sale',
    'flash_sale',
    'title',
    () => ({
      ...{ title: 'Весна', description: 'Скидки.', type: 'percentage', rate: '15', image: null },
      ...{ start_date: '2026-05-01T00:00:00.000Z', end_date: '2026-05-10T00:00:00.000Z' },
      sale_builder: { data_type: 'handpicked_products', product_ids: [] },
    }),
  ],
  ['order-status', 'order_status', 'name', () => ({ name: 'Собран', color: '#23b848', serial: '20' })],
  [
    'api/admin/boxes',
    'boxes',
    'name',
    () => ({
      name: 'Малая',
      length: '30',
      width: '20',
      height: '10',
      weight: '100',
      max_weight: '5',
      price: '',
      is_active: 1,
    }),
  ],
  [
    'api/admin/errors',
    'error_codes',
    'title',
    () => ({ code: 'BOX_LOST', title: 'Коробка', message: 'Коробка потерялась.', status: '404' }),
  ],
  [
    'app-versions',
    'mobile_app_versions',
    'notes',
    () => ({
      platform: 'ios',
      app_version: '9.1.0',
      min_version: '',
      is_force_update: 0,
      url: '',
      notes: 'Быстрее',
    }),
  ],
  [
    'social-links',
    'social_links',
    'name',
    () => ({ name: 'Канал', icon: 'telegram', url: 'https://t.me/yarmarka', position: '3', is_active: 1 }),
  ],
  [
    'advertising-banners',
    'advertising_banners',
    'title',
    () => ({
      title: 'Чай',
      description: '',
      image: scene.picture,
      url: '',
      place: bannerPlaces[0],
      position: '1',
      is_active: 1,
    }),
  ],
  [
    'delivery-classes',
    'delivery_classes',
    'name',
    () => ({ name: 'Курьером', type: 'fixed', amount: '300', is_global: 0 }),
  ],
];

it.each(written)('%s are created, changed and removed', async (endpoint, table, title, body) => {
  const made = await ask('admin', 'POST', endpoint, { language: 'ru', ...body() });
  const stored = () =>
    api.db
      .selectFrom(table as 'tags')
      .selectAll()
      .where('id', '=', made.id)
      .executeTakeFirstOrThrow() as Promise<Record<string, unknown>>;
  expect((await stored())[title]).toBe(made[title]);

  const { version: _version, id, ...row } = made;
  const isPatched = endpoint.startsWith('api/admin/');
  const name = title === 'code' ? 'TEA15' : 'Другое имя';
  await ask('admin', isPatched ? 'PATCH' : 'PUT', `${endpoint}/${id}`, {
    ...row,
    ...(!isPatched && { id }),
    [title]: name,
  });
  expect((await stored())[title]).toBe(name);

  await ask('admin', 'DELETE', `${endpoint}/${id}`);
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

it('a simple product is created by its vendor, changed as a whole and removed', async () => {
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

it('a variable product refers to its values by name', async () => {
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

it('a shop is created with its payout account and approved', async () => {
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
  for (const order_status of ['order-processing', 'order-at-local-facility', 'order-out-for-delivery'])
    await ask('owner', 'PUT', `orders/${part?.id}`, { order_status, language: 'ru' });
  // The owner would need the customer's code, because the order is paid on handover.
  await ask('admin', 'PUT', `orders/${part?.id}`, { order_status: 'order-completed', language: 'ru' });
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

it('the settings are saved as a whole, with empty SEO texts', async () => {
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

const one = (table: 'coupons', id: unknown) =>
  api.db.selectFrom(table).selectAll().where('id', '=', Number(id)).executeTakeFirstOrThrow() as Promise<
    Record<string, unknown>
  >;

it('a coupon is verified in a cart, disapproved and approved again', async () => {
  const cart = { code: rows.coupons?.code, sub_total: '100000', item: [] };
  const verdict = () => ask('buyer', 'POST', 'coupons/verify', cart);
  expect(await verdict()).toMatchObject({ is_valid: true, coupon: { code: rows.coupons?.code } });

  await ask('admin', 'POST', 'disapprove-coupon', { id: rows.coupons?.id });
  expect(await verdict()).toMatchObject({ is_valid: false, message: expect.any(String) });
  await ask('admin', 'POST', 'approve-coupon', { id: rows.coupons?.id });
  expect((await one('coupons', rows.coupons?.id)).is_approve).toBe(true);
});

it('terms of a shop wait for approval', async () => {
  const made = await ask('owner', 'POST', 'terms-and-conditions', {
    ...{ title: 'Возврат чая', description: 'В течение недели.', shop_id: scene.shop.id, language: 'ru' },
  });
  expect(made.is_approved).toBe(false);

  await ask('admin', 'POST', 'approve-terms-and-conditions', { id: made.id });
  expect((await one('terms_and_conditions' as 'coupons', made.id)).is_approved).toBe(true);
});

it('a customer and a shop write to each other', async () => {
  const talk = await ask('buyer', 'POST', 'conversations', { shop_id: scene.shop.id, via: 'shop' });
  await ask('buyer', 'POST', `messages/conversations/${talk.id}`, {
    message: 'Есть ли чай?',
    shop_id: scene.shop.id,
  });
  const list = await ask(
    'owner',
    'GET',
    'conversations?limit=20&page=1&orderBy=updated_at&sortedBy=DESC&search=',
  );
  expect(list.data[0]).toMatchObject({ id: talk.id, latest_message: { body: 'Есть ли чай?' } });

  await ask('owner', 'POST', `messages/conversations/${talk.id}`, { message: 'Есть.' });
  await ask('owner', 'POST', `messages/seen/${talk.id}`, { id: talk.id });
  const messages = await ask('buyer', 'GET', `messages/conversations/${talk.id}?page=1&limit=15`);
  expect(messages.data.map(({ body }) => body)).toEqual(['Есть.', 'Есть ли чай?']);
});

it('a notice is read by its receiver', async () => {
  const made = await ask('admin', 'POST', 'store-notices', {
    ...{ notice: 'Переезд', description: 'Склад переезжает.', priority: 'medium', type: 'all_vendor' },
    ...{ effective_from: '2026-03-10 08:00:00', expired_at: '2026-04-10 09:00:00', received_by: [] },
  });
  const seen = async () => {
    const { data } = await ask('owner', 'GET', 'store-notices?page=1&limit=15&searchJoin=and&search=');
    return data.find(({ id }) => id === made.id)?.is_read;
  };
  expect(await seen()).toBe(false);
  await ask('owner', 'POST', 'store-notices/read', { id: made.id, language: 'ru' });
  expect(await seen()).toBe(true);
});

it('a withdrawal is requested and processed', async () => {
  const made = await ask('owner', 'POST', 'withdraws', {
    ...{ shop_id: String(scene.shop.id), amount: '50', payment_method: 'На счёт', details: '', note: '' },
  });
  const page = await ask('owner', 'GET', `withdraws?shop_id=${scene.shop.id}&limit=20&page=1`);
  expect(page.data.map(({ id }) => id)).toContain(made.id);

  await ask('admin', 'POST', 'approve-withdraw', { id: made.id, status: 'processing' });
  expect((await one('withdraws' as 'coupons', made.id)).status).toBe('processing');
});

it('a review and a question are answered, reported and decided', async () => {
  await ask('owner', 'PUT', `questions/${rows.question?.id}`, { answer: 'Год' });
  expect((await one('questions' as 'coupons', rows.question?.id)).answer).toBe('Год');

  const thing = { model_type: 'Review', model_id: String(rows.review?.id) };
  await ask('buyer', 'POST', 'feedbacks', { ...thing, positive: 1 });
  await ask('owner', 'POST', 'abusive_reports', { ...thing, message: 'Неправда' });
  await ask('admin', 'POST', 'abusive_reports/accept', thing);
  expect((await one('reviews' as 'coupons', rows.review?.id)).deleted_at).not.toBeNull();
});

it('people are blocked, unblocked and given points; staff are added and removed', async () => {
  const { customer, shop } = scene;
  await ask('admin', 'POST', 'users/block-user', { id: customer.id });
  await ask('admin', 'POST', 'users/unblock-user', { id: customer.id });
  await ask('admin', 'POST', 'add-points', { customer_id: customer.id, points: '15' });
  const person = await ask('admin', 'GET', `users/${customer.id}?with=wallet`);
  expect(person).toMatchObject({ is_active: true, wallet: { available_points: 25 } });

  await ask('owner', 'POST', 'staffs', {
    ...{ name: 'Яна', email: 'yana@test.ru', password: 'Snegir2026', shop_id: shop.id },
  });
  const { data } = await ask('owner', 'GET', `staffs?shop_id=${shop.id}&limit=20&page=1`);
  const hired = data.find(({ email }) => email === 'yana@test.ru');
  await ask('owner', 'DELETE', `staffs/${hired?.id}`);
  expect((await one('users' as 'coupons', hired?.id)).shop_id).toBeNull();
});

it('a shop requests to join a flash sale and is approved', async () => {
  const sale = await ask('owner', 'GET', `flash-sale/${rows.sale?.slug}?language=ru&with=products`);
  const page = await ask('owner', 'GET', 'vendor-requests-for-flash-sale?limit=10&page=1&search=');
  const mine = page.data[0];
  expect(mine?.flash_sale).toMatchObject({ id: sale.id });

  await ask('admin', 'POST', 'approve-flash-sale-requested-products', { id: mine?.id });
  expect((await one('flash_sale_requests' as 'coupons', mine?.id)).status).toBe('approved');
});

it('notifications are read one by one and all together', async () => {
  const log = 'notify-logs?limit=10&page=1&searchJoin=and&search=notify_type:order';
  const { data } = await ask('owner', 'GET', log);
  await ask('owner', 'POST', 'notify-log-seen', { id: data[0]?.id });
  await ask('owner', 'POST', 'notify-log-read-all', {
    set_all_read: true,
    notify_type: 'order',
    receiver: data[0]?.receiver,
  });

  const { data: after } = await ask('owner', 'GET', log);
  expect(after.map(({ is_read }) => is_read)).toEqual(after.map(() => true));
});
