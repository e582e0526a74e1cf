import { offerLanguages } from '@tests/support/checkout';
import { describe, expect, it } from 'vitest';
import type { DB } from '@/server/core/db/types';
import { buildQuestion, buildReview } from '../../../support/feedback';
import { buildOrder } from '../../../support/orders';
import { buildAttribute, buildGroup, buildProduct } from '../../../support/products';
import { setUpScene } from '../../../support/scene';

/** Hand-written saves, like those of every family (`resources.test.ts`): without a change they leave no trace. */
const { api, scene } = setUpScene();

type Person = 'super_admin' | 'store_owner' | 'staff' | 'customer';
type Method = 'POST' | 'PUT' | 'PATCH';

/** A save, sent again by the test without a change, and one that changes something. */
interface Save {
  person: Person;
  method: Method;
  path: string;
  same: object[];
  other: object;
  tables: (keyof DB)[];
}

const ok = async (person: Person, method: Method | 'GET', path: string, body?: object) => {
  const { status, body: answer } = await api.request(scene[person], method, path, body);
  expect([method, path, status, answer.errors ?? answer.message]).toEqual([
    ...[method, path, expect.toSatisfy((code: number) => code < 300), undefined],
  ]);
  return answer;
};

const pickKeys = (row: object, keys: readonly string[]) =>
  Object.fromEntries(Object.entries(row).filter(([key]) => keys.includes(key)));

const productBody = (groupId: number, more: object = {}) => ({
  ...{ name: 'Чай', shop_id: scene.shop.id, type_id: groupId, product_type: 'simple', unit: 'шт.' },
  ...{ price: 420, sale_price: 400, quantity: 10, sku: 'TEA', status: 'publish', description: 'Листовой' },
  ...{ categories: [], tags: [], is_digital: false, gallery: [] },
  ...more,
});

const saves: Record<string, () => Promise<Save>> = {
  'a shop': async () => {
    const path = `shops/${scene.shop.id}`;
    const keys = ['name', 'slug', 'description', 'address', 'settings', 'requisites', 'logo', 'cover_image'];
    const contact = '+7 (912) 345-67-89';
    await ok('store_owner', 'PUT', path, { settings: { contact }, description: 'Чай и травы' });
    const row = await ok('store_owner', 'GET', path);
    const same = [pickKeys(row, keys), { name: row.name }, {}];
    return { person: 'store_owner', method: 'PUT', path, same, other: { name: 'Другая' }, tables: ['shops'] };
  },
  'a member of staff': async () => {
    const path = `staffs/${scene.member.id}`;
    const row = await ok('store_owner', 'GET', path);
    const same = [pickKeys(row, ['name', 'scopes']), { scopes: row.scopes }, { name: row.name }];
    return { person: 'store_owner', method: 'PUT', path, same, other: { name: 'Иной' }, tables: ['users'] };
  },
  'an account by an administrator': async () => {
    const path = `users/${scene.customer.id}`;
    const profile = { bio: 'О себе', contact: '+7 (912) 345-67-89', socials: [] };
    await ok('super_admin', 'PUT', path, { name: 'Пётр', profile });
    const same = [{ name: 'Пётр', profile }, { profile: { bio: 'О себе' } }, { name: 'Пётр' }];
    const other = { profile: { bio: 'Иначе' } };
    return { person: 'super_admin', method: 'PUT', path, same, other, tables: ['users'] };
  },
  'one’s own account with addresses': async () => {
    const path = `users/${scene.customer.id}`;
    const given = { title: 'Дом', type: 'shipping', is_default: true };
    const address = {
      ...given,
      address: {
        country: 'Россия',
        state: 'Москва',
        city: 'Москва',
        zip: '125009',
        street_address: 'Тверская, 1',
      },
    };
    await ok('customer', 'PUT', path, { name: 'Пётр', address: [address] });
    const rows = await api.db.selectFrom('addresses').select('id').execute();
    const same = [{ name: 'Пётр', address: [{ ...address, id: rows[0]?.id }] }];
    return {
      ...{ person: 'customer' as const, method: 'PUT' as const, path, same },
      ...{ other: { address: [{ id: rows[0]?.id, title: 'Работа' }] }, tables: ['users', 'addresses'] },
    };
  },
  'a review': async () => {
    const { id } = await buildReview(api.db, { user: scene.customer, shop: scene.shop, comment: 'Хорошо' });
    const same = [{ rating: 5, comment: 'Хорошо', photos: [] }, { rating: 5 }];
    const other = { comment: 'Отлично' };
    return { person: 'super_admin', method: 'PUT', path: `reviews/${id}`, same, other, tables: ['reviews'] };
  },
  'an answer to a question': async () => {
    const { id } = await buildQuestion(api.db, { user: scene.customer, shop: scene.shop, answer: 'Да' });
    const path = `questions/${id}`;
    return {
      ...{ person: 'store_owner' as const, method: 'PUT' as const, path, same: [{ answer: 'Да' }] },
      ...{ other: { answer: 'Нет' }, tables: ['questions'] },
    };
  },
  'a product': async () => {
    const group = await buildGroup(api.db);
    const body = productBody(group.id);
    const { id, slug } = await ok('store_owner', 'POST', 'products', body);
    const same = [
      body,
      { ...body, slug },
      { name: 'Чай' },
      { price: 420 },
      { quantity: 10, quantity_was: 10 },
      {},
    ];
    const tables: Save['tables'] = ['products', 'product_tag', 'category_product'];
    return {
      person: 'store_owner',
      method: 'PUT',
      path: `products/${id}`,
      same,
      other: { price: 430 },
      tables,
    };
  },
  'a variable product': async () => {
    const variable = await buildVariable();
    const [first, second] = variable.options;
    const upsert = [first, second].map((one) => ({ ...one, price: 100, sku: one?.sku }));
    const same = [
      { ...variable.body, variation_options: { upsert, delete: [] } },
      { variation_options: { upsert: [{ id: first?.id, price: 100 }], delete: [] } },
    ];
    const other = { variation_options: { upsert: [{ id: first?.id, price: 120 }], delete: [] } };
    const tables: Save['tables'] = ['products', 'variation_options', 'attribute_value_product'];
    return { person: 'store_owner', method: 'PUT', path: `products/${variable.id}`, same, other, tables };
  },
  'a variation in the list': async () => {
    const { id, options } = await buildVariable();
    const path = `products/${id}/variations/${options[0]?.id}`;
    const same = [
      { price: 100, is_disable: false },
      { quantity: 5, quantity_was: 5 },
      { sku: options[0]?.sku },
    ];
    const tables: Save['tables'] = ['products', 'variation_options'];
    return { person: 'store_owner', method: 'PATCH', path, same, other: { price: 90 }, tables };
  },
  'a translation of a product': async () => {
    await offerLanguages(api.db, 'en');
    const { id } = await buildProduct(api.db, { shop: scene.shop });
    const path = `products/${id}?language=en`;
    await ok('store_owner', 'PUT', path, { name: 'Tea', description: 'Leaves' });
    const same = [{ name: 'Tea', description: 'Leaves' }, { name: 'Tea' }];
    return {
      person: 'store_owner',
      method: 'PUT',
      path,
      same,
      other: { name: 'Chai' },
      tables: ['products'],
    };
  },
  'an address': async () => {
    const body = {
      ...{ title: 'Дом', type: 'billing', is_default: false, customer_id: scene.customer.id },
      address: {
        country: 'Россия',
        state: 'Москва',
        city: 'Москва',
        zip: '125009',
        street_address: 'Тверская, 1',
      },
    };
    const { id } = await ok('customer', 'POST', 'address', body);
    const same = [body, { title: 'Дом' }];
    const path = `address/${id}`;
    return { person: 'customer', method: 'PUT', path, same, other: { title: 'Дача' }, tables: ['addresses'] };
  },
  'a saved view': async () => {
    const state = { search: '', filters: {}, orderBy: 'price', sortedBy: 'asc', columns: ['name'] };
    const body = { family: 'products', shop_id: scene.shop.id, name: 'Мои', state };
    const { id } = await ok('store_owner', 'POST', 'saved-views', body);
    const path = `saved-views/${id}`;
    const same = [{ name: 'Мои', state }, { is_shared: false }];
    return {
      person: 'store_owner',
      method: 'PATCH',
      path,
      same,
      other: { name: 'Иные' },
      tables: ['saved_views'],
    };
  },
  'preferences of notifications': async () => {
    const path = 'notification-preferences';
    await ok('store_owner', 'PUT', path, { digest: 'daily', muted: [] });
    const same = [{ digest: 'daily', muted: [] }, {}];
    const tables: Save['tables'] = ['notification_preferences'];
    return { person: 'store_owner', method: 'PUT', path, same, other: { digest: 'off' }, tables };
  },
  'settings of a vendor': async () => {
    const notifications = { email: 'shop@example.ru', enable: true };
    await ok('store_owner', 'PUT', 'vendor/settings', { notifications });
    const other = { notifications: { ...notifications, enable: false } };
    const path = 'vendor/settings';
    return {
      person: 'store_owner',
      method: 'PUT',
      path,
      same: [{ notifications }],
      other,
      tables: ['users'],
    };
  },
  'settings of the marketplace': async () => {
    await ok('super_admin', 'POST', 'settings', { options: { maxShopDistance: 100 } });
    const { options } = (await ok('super_admin', 'GET', 'settings')) as unknown as { options: object };
    const same = [{ options: { maxShopDistance: 100 } }, { options: pickKeys(options, ['maxShopDistance']) }];
    const other = { options: { maxShopDistance: 200 } };
    return { person: 'super_admin', method: 'POST', path: 'settings', same, other, tables: ['settings'] };
  },
  'the parcel of an order': async () => {
    const [path, tables] = await buildPart('parcel');
    const body = { parcel_carrier: 'Почта', parcel_number: '80080012345678' };
    await ok('store_owner', 'PUT', path, body);
    const other = { ...body, parcel_number: '80080012345679' };
    return { person: 'store_owner', method: 'PUT', path, same: [body], other, tables };
  },
  'the day of a delivery': async () => {
    const [path, tables] = await buildPart('delivery-date');
    const body = { delivery_date: '2026-03-20', delivery_time: 'вечером' };
    await ok('store_owner', 'POST', path, body);
    const other = { ...body, delivery_date: '2026-03-21' };
    return {
      person: 'store_owner',
      method: 'POST',
      path,
      same: [body, { delivery_date: '2026-03-20' }],
      other,
      tables,
    };
  },
};

async function buildPart(what: string): Promise<[string, Save['tables']]> {
  const { parts } = await buildOrder(api, { customer: scene.customer, lines: [{ shop: scene.shop }] });
  return [`orders/${parts[0]?.id}/${what}`, ['orders', 'order_events', 'outbox']];
}

async function buildVariable() {
  const group = await buildGroup(api.db);
  const size = await buildAttribute(api.db, { shop: scene.shop, name: 'Размер', values: ['S', 'M'] });
  const {
    price: _price,
    sale_price: _sale,
    sku: _sku,
    quantity: _quantity,
    ...shared
  } = productBody(group.id);
  const body = {
    ...{ ...shared, product_type: 'variable' },
    variations: size.values.map((attribute_value_id) => ({ attribute_value_id })),
  };
  const upsert = size.values.map((value, index) => ({
    ...{ value_ids: [value], price: 100, quantity: 5, sku: `V-${index}`, is_disable: false },
  }));
  const { id } = await ok('store_owner', 'POST', 'products', {
    ...body,
    variation_options: { upsert, delete: [] },
  });
  const options = await api.db
    .selectFrom('variation_options')
    .select(['id', 'version', 'sku'])
    .where('product_id', '=', id)
    .orderBy('position')
    .execute();
  return { id, body, options };
}

describe.each(Object.keys(saves))('a save of %s', (name) => {
  const state = async ({ tables }: Save) => {
    const rows = await Promise.all(
      [...tables, 'audit_log' as const].map((table) => api.db.selectFrom(table).selectAll().execute()),
    );
    return JSON.stringify(rows.map((one) => one.map((row) => JSON.stringify(row)).sort()));
  };

  it('leaves no trace when it changes nothing', async () => {
    const save = await saves[name]?.();
    if (!save) throw new Error(name);
    const before = await state(save);
    api.setNow(new Date(api.now().getTime() + 60_000));

    for (const body of save.same) {
      await ok(save.person, save.method, save.path, body);
      expect([body, await state(save)]).toEqual([body, before]);
    }

    await ok(save.person, save.method, save.path, save.other);
    expect(await state(save)).not.toBe(before);
  });
});

it('sets no field of a list to the value that it has', async () => {
  const { id } = await buildProduct(api.db, { shop: scene.shop });
  const before = await api.db.selectFrom('products').selectAll().where('id', '=', id).execute();
  const body = { ids: [id], key: 'status', value: 'publish' };

  expect(await ok('super_admin', 'POST', 'products/bulk/set', body)).toMatchObject({ done: 0 });

  expect(await api.db.selectFrom('products').selectAll().where('id', '=', id).execute()).toEqual(before);
});
