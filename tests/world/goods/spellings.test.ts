import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { panelAccept } from '@/contract/core/panel-client';
import { buildGroup } from '../../support/products';
import { setUpScene } from '../../support/scene';
import type { Wire } from '../../support/server';
import { signIn } from '../../support/session';
import { type ImportPlace, importFile, table, variationsOf } from './import-case';

/** «20x30», «20х30» with a Cyrillic letter and «20 × 30» are one value, whoever writes it. */
const { api, scene } = setUpScene();
let place: ImportPlace;
beforeEach(async () => {
  await buildGroup(api.db, { name: 'Посуда', slug: 'posuda' });
  place = { api, user: scene.store_owner, shop: scene.shop };
});

const valuesOf = async (name: string) => {
  const { rows } = await sql<{ value: string }>`select v.value from attribute_values v
    join attributes a on a.id = v.attribute_id where a.name = ${name} and v.deleted_at is null order by v.id`.execute(
    api.db,
  );
  return rows.map(({ value }) => value);
};
const heading = ['Артикул', 'Название', 'Цена', 'Остаток', 'Основной товар', 'Вариант'];

describe('an import', () => {
  it('adds a value in its first spelling, and finds it in every other', async () => {
    const spelt = ['20x30', '20х30', '20×30', '20 x 30', '20*30'];
    const rows = spelt.flatMap((value, at) => [
      [`P${at}`, `Плитка ${at}`, '', '', '', ''],
      [`P${at}-1`, '', '100', '5', `P${at}`, `Размер: ${value}`],
    ]);
    expect(await importFile(place, table(heading, ...rows))).toMatchObject({ told: [], created: 10 });
    expect(await valuesOf('Размер')).toEqual(['20x30']);
  });

  it('says that two rows of a product are the same variation', async () => {
    const { told } = await importFile(
      place,
      table(
        heading,
        ['P', 'Плитка', '', '', '', ''],
        ['P-1', '', '100', '5', 'P', 'Размер: XL'],
        ['P-2', '', '100', '5', 'P', 'Размер: ХL'],
      ),
    );
    expect(told).toEqual([[4, { 5: 'error-import-repeated' }]]);
  });
});

it('a form refuses a second spelling, and says so at the value', async () => {
  const sent = (second: string) => ({
    name: 'Размер',
    shop_id: scene.shop.id,
    values: [{ value: '1,5 л' }, { value: second }],
  });
  const { status, body } = await api.request(scene.store_owner, 'POST', 'attributes', sent('1.5л'));
  expect([status, body.errors]).toEqual([422, { 'values.value': ['error-value-repeated'] }]);
  expect((await api.request(scene.store_owner, 'POST', 'attributes', sent('15 л'))).status).toBe(201);
});

it('a value of its own is refused as a second spelling, also when the first comes back from the trash', async () => {
  const owner = scene.store_owner;
  const body = { name: 'Размер', shop_id: scene.shop.id, values: [{ value: '20x30' }] };
  const { body: made } = await api.request<Wire & { values: { id: number }[] }>(
    owner,
    'POST',
    'attributes',
    body,
  );
  const add = async (value: string) => {
    const sent = { attribute_id: made.id, value, meta: '' };
    const { status, body: answer } = await api.request<Wire>(owner, 'POST', 'attribute-values', sent);
    return [status, answer.errors];
  };
  expect(await add('20 × 30')).toEqual([422, { value: ['error-taken'] }]);
  await api.request(owner, 'DELETE', `attribute-values/${made.values[0]?.id}`);
  expect(await add('20х30')).toEqual([201, undefined]);
  const back = await api.request<Wire>(owner, 'POST', `attribute-values/${made.values[0]?.id}/restore`);
  expect([back.status, back.body.errors]).toEqual([422, { value: ['error-taken'] }]);
});

describe('a product with two values that were stored before they were one', () => {
  let product: { id: number };
  beforeEach(async () => {
    const rows = ['20x30', 'другой'].map((value, at) => [`P-${at}`, '', '100', '5', 'P', `Размер: ${value}`]);
    await importFile(place, table(heading, ['P', 'Плитка', '', '', '', ''], ...rows));
    await sql`update attribute_values set value = '20х30', spelling = 2 where value = 'другой'`.execute(
      api.db,
    );
    await sql`update variation_options set title = '20х30', options = replace(options::text, 'другой', '20х30')::jsonb
      where title = 'другой'`.execute(api.db);
    product = await api.db.selectFrom('products').select('id').executeTakeFirstOrThrow();
  });

  it('keeps both when its export comes back', async () => {
    const token = await signIn(api.db, scene.store_owner.id, api.now());
    const { rawPayload } = await api.app.inject({
      url: `/admin/rest/product-exports?shop_id=${scene.shop.id}&format=csv`,
      headers: { accept: panelAccept, authorization: `Bearer ${token}` },
    });
    const before = await variationsOf(place);
    expect(await importFile(place, rawPayload)).toMatchObject({ told: [], created: 0, updated: 0 });
    expect(await variationsOf(place)).toEqual(before);
  });

  it('can be saved again, and its attribute, too', async () => {
    const { body } = await api.request(scene.store_owner, 'GET', `products/${product.id}`);
    const { status } = await api.request(scene.store_owner, 'PUT', `products/${product.id}`, {
      version: body.version,
      name: 'Плитка белая',
      variations: body.variations,
      variation_options: { upsert: body.variation_options, delete: [] },
    });
    expect(status).toBe(200);
    expect((await variationsOf(place)).map(({ title }) => title)).toEqual(['20x30', '20х30']);
    const { id } = await api.db.selectFrom('attributes').select('id').executeTakeFirstOrThrow();
    const { body: attribute } = await api.request<Wire & { values: object[] }>(
      scene.store_owner,
      'GET',
      `attributes/${id}`,
    );
    const changed = await api.request(scene.store_owner, 'PUT', `attributes/${id}`, {
      version: attribute.version,
      values: [...attribute.values, { value: '30x40' }],
    });
    expect([changed.status, changed.body.errors]).toEqual([200, undefined]);
  });
});
