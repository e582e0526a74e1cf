import { offerLanguages } from '@tests/support/checkout';
import { beforeEach, describe, expect, it } from 'vitest';
import { setUpScene } from '../../support/scene';
import type { Wire } from '../../support/server';

/** Attributes with their values, and values by themselves. */
const { api, scene } = setUpScene();
beforeEach(() => offerLanguages(api.db, 'en', 'ar'));

interface Value {
  id?: number;
  value: string;
  meta: string;
}

const red = { value: 'Красный', meta: '#b3202c' };
const blue = { value: 'Синий', meta: '#1d3f8f' };
const green = { value: 'Зелёный', meta: '#1e7b4f' };

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
const ask = (method: Method, path: string, body?: object, user: { id: number } | null = scene.store_owner) =>
  api.request(user, method, path, body);
const make = async (values: object[] = [red, blue], shop = scene.shop) => {
  const sent = { name: 'Цвет', shop_id: shop.id, values };
  const { status, body } = await ask('POST', 'attributes', sent, scene.super_admin);
  expect([status, body.errors]).toEqual([201, undefined]);
  return body;
};
const valuesOf = (row: Wire) => row.values as (Value & { id: number })[];
const texts = (row: Wire) => valuesOf(row).map(({ value }) => value);
const read = async (id: number) => (await ask('GET', `attributes/${id}`)).body;

describe('attributes', () => {
  it('include their values in order, and the shop', async () => {
    const row = await make([green, red, blue]);

    expect(texts(row)).toEqual(['Зелёный', 'Красный', 'Синий']);
    expect(valuesOf(row)[1]).toMatchObject({ ...red, slug: 'krasnyy', attribute_id: row.id, language: 'ru' });
    expect(row).toMatchObject({ shop: { id: scene.shop.id, name: 'Первая лавка' } });
    expect(row.full_name).toBe('Цвет (Первая лавка)');
    const { body: list } = await ask(
      'GET',
      `attributes?page=1&search=shop_id:${scene.shop.id}`,
      undefined,
      null,
    );
    expect(list.data.map(texts)).toEqual([['Зелёный', 'Красный', 'Синий']]);
  });

  it('require a shop of the person', async () => {
    const none = await ask('POST', 'attributes', { name: 'Цвет' }, scene.super_admin);
    const foreign = await ask('POST', 'attributes', { name: 'Цвет', shop_id: scene.otherShop.id });
    const missing = await ask('POST', 'attributes', { name: 'Цвет', shop_id: 999 }, scene.super_admin);

    expect([none.status, none.body.errors]).toEqual([422, { shop_id: ['error-shop-required'] }]);
    expect([foreign.status, missing.status]).toEqual([404, 422]);
  });

  it('never move to another shop', async () => {
    const row = await make();
    for (const user of [scene.store_owner, scene.super_admin]) {
      const { body } = await ask('PUT', `attributes/${row.id}`, { shop_id: scene.otherShop.id }, user);
      expect(body.shop_id).toBe(scene.shop.id);
    }
  });

  it('keep the ids of sent values, remove missing ones, and stay unchanged unless sent', async () => {
    const row = await make([red, blue, green]);
    const [one, two] = valuesOf(row);
    const sent = [{ ...two, meta: '#000000' }, { value: 'Белый', meta: '#ffffff' }, one];

    const { body: changed } = await ask('PUT', `attributes/${row.id}`, { values: sent });
    const { body: renamed } = await ask('PUT', `attributes/${row.id}`, { name: 'Оттенок' });

    expect(texts(changed)).toEqual(['Синий', 'Белый', 'Красный']);
    expect(valuesOf(changed)[0]).toMatchObject({ id: two?.id, meta: '#000000' });
    expect(valuesOf(changed)[2]?.id).toBe(one?.id);
    expect(valuesOf(renamed)).toEqual(valuesOf(changed));
    expect(renamed.name).toBe('Оттенок');
    const stored = await api.db.selectFrom('attribute_values').select(['value', 'deleted_at']).execute();
    expect(stored.filter(({ deleted_at }) => deleted_at !== null)).toMatchObject([{ value: 'Зелёный' }]);
  });

  it('audit the changed values of an edit, not the unchanged ones', async () => {
    const row = await make();
    await ask('PUT', `attributes/${row.id}`, { name: 'Оттенок', values: valuesOf(row) });
    await ask('PUT', `attributes/${row.id}`, { values: valuesOf(row).slice(1) });

    const entries = await api.db
      .selectFrom('audit_log')
      .select('changes')
      .where('family', '=', 'attributes')
      .where('action', '=', 'update')
      .orderBy('id')
      .execute();

    expect(entries.map(({ changes }) => Object.keys(changes as object))).toEqual([['name'], ['values']]);
  });

  it('let two values swap names', async () => {
    const row = await make();
    const [one, two] = valuesOf(row);
    const swapped = [
      { ...one, value: 'Синий' },
      { ...two, value: 'Красный' },
    ];

    const { status, body } = await ask('PUT', `attributes/${row.id}`, { values: swapped });

    expect([status, valuesOf(body).map(({ id, value }) => [id, value])]).toEqual([
      200,
      [
        [one?.id, 'Синий'],
        [two?.id, 'Красный'],
      ],
    ]);
  });

  it.each([
    ['the same value twice', () => [red, { value: ' красный', meta: 'ещё раз' }], 'values.value'],
    ['a value without text', () => [{ value: '  ', meta: 'пусто' }], 'values.value'],
    ['an unprintable meta', () => [{ value: 'Красный', meta: 'a\u0000b' }], 'values.meta'],
    ['an object as a value', () => [{ value: { a: 1 }, meta: 'x' }], 'values.value'],
    ['no list', () => 'Красный', 'values'],
    ['what is no value', () => [null, 5], 'values'],
    ['an unprintable character', () => [{ value: 'a\u0000b', meta: 'x' }], 'values.value'],
    ['an over-long value', () => [{ value: 'A'.repeat(121), meta: 'x' }], 'values.value'],
    ['too many', () => Array.from({ length: 501 }, (_, n) => ({ value: `v${n}`, meta: 'x' })), 'values'],
  ])('refuse %s', async (_what, values, key) => {
    const row = await make([blue]);
    const created = await ask('POST', 'attributes', {
      name: 'Новая',
      shop_id: scene.shop.id,
      values: values(),
    });
    const changed = await ask('PUT', `attributes/${row.id}`, { values: values() });

    for (const { status, body } of [created, changed]) {
      expect([status, Object.keys(body.errors)]).toEqual([422, [key]]);
    }
    expect(texts(await read(row.id))).toEqual(['Синий']);
  });

  it('need no meta', async () => {
    const row = await make([{ value: 'Красный' }, { value: 'Синий', meta: '' }]);

    expect(valuesOf(await read(row.id)).map(({ value, meta }) => [value, meta])).toEqual([
      ['Красный', ''],
      ['Синий', ''],
    ]);
  });

  it('accept five hundred values, and refuse ids of other attributes', async () => {
    const row = await make(Array.from({ length: 500 }, (_, n) => ({ value: `v${n}`, meta: 'x' })));
    const other = await make([red]);
    const [foreign] = valuesOf(other);

    expect(texts(row)).toHaveLength(500);
    for (const values of [[foreign], [{ ...red, id: 999 }], [valuesOf(row)[0], valuesOf(row)[0]]]) {
      const { status } = await ask('PUT', `attributes/${row.id}`, { values });
      expect(status).toBe(422);
    }
    expect(texts(await read(other.id))).toEqual(['Красный']);
  });

  it('answer CONFLICT to an edit made before a change of their values', async () => {
    const row = await make();
    const [value] = valuesOf(row);
    await ask('PUT', `attribute-values/${value?.id}`, { meta: '#ff0000' });

    const { status, body } = await ask('PUT', `attributes/${row.id}`, { values: [], version: row.version });

    expect([status, body.message]).toEqual([409, 'CONFLICT']);
    expect(valuesOf(body.current)[0]).toMatchObject({ meta: '#ff0000' });
  });

  it('show their values in the reader’s language', async () => {
    const row = await make([red]);
    const [value] = valuesOf(row);
    await ask('PUT', `attribute-values/${value?.id}?language=en`, { value: 'Red' });
    await ask('PUT', `attributes/${row.id}?language=en`, { name: 'Colour' });

    const { body } = await ask('GET', `attributes/${row.id}?language=en`);
    expect([body.name, texts(body)]).toEqual(['Colour', ['Red']]);
    expect(texts(await read(row.id))).toEqual(['Красный']);
  });
});

describe('attribute values', () => {
  const one = async (row: Wire) => (await ask('GET', `attribute-values/${valuesOf(row)[0]?.id}`)).body;

  it('include their attribute and its shop, and are searchable by them', async () => {
    const row = await make();
    await make([green], scene.otherShop);

    const value = await one(row);
    expect(value).toMatchObject({
      attribute: { id: row.id, name: 'Цвет', slug: row.slug },
      shop: { id: scene.shop.id },
    });
    for (const query of [
      `attribute_id=${row.id}`,
      `search=shop_id:${scene.shop.id}`,
      `search=attribute.slug:${row.slug}`,
    ]) {
      const { body } = await ask('GET', `attribute-values?page=1&${query}`, undefined, scene.super_admin);
      expect([query, body.total]).toEqual([query, 2]);
    }
  });

  it('are created last in their attribute, and only once', async () => {
    const row = await make();
    const sent = { attribute_id: row.id, ...green };

    const made = await ask('POST', 'attribute-values', sent, scene.staff);
    const again = await ask('POST', 'attribute-values', { ...sent, value: 'ЗЕЛЁНЫЙ' });

    expect([made.status, again.status, again.body.errors]).toEqual([201, 422, { value: ['error-taken'] }]);
    expect(texts(await read(row.id))).toEqual(['Красный', 'Синий', 'Зелёный']);
  });

  it('of another shop are not found, and cannot be created for it', async () => {
    const mine = await make([red]);
    const foreign = await make([blue], scene.otherShop);
    const path = `attribute-values/${valuesOf(foreign)[0]?.id}`;

    expect((await ask('GET', path)).status).toBe(404);
    expect((await ask('PUT', path, { meta: 'x' })).status).toBe(404);
    expect((await ask('DELETE', path)).status).toBe(404);
    expect((await ask('GET', 'attribute-values?page=1')).body.total).toBe(1);
    const made = await ask('POST', 'attribute-values', { attribute_id: foreign.id, ...green });
    const moved = await ask('PUT', `attribute-values/${valuesOf(mine)[0]?.id}`, { attribute_id: foreign.id });
    for (const { status, body } of [made, moved]) {
      expect([status, body.errors]).toEqual([422, { attribute_id: ['error-wrong-value'] }]);
    }
    expect(texts(await read(mine.id))).toEqual(['Красный']);
  });

  it('are removed and restored with their attribute', async () => {
    const row = await make();
    await ask('DELETE', `attributes/${row.id}`);
    const gone = await ask('GET', 'attribute-values?page=1');
    const made = await ask('POST', 'attribute-values', { attribute_id: row.id, ...green });
    await ask('POST', `attributes/${row.id}/restore`);

    expect([gone.body.total, made.status]).toEqual([0, 422]);
    expect(texts(await read(row.id))).toEqual(['Красный', 'Синий']);
  });

  it('count every change as a change of the attribute', async () => {
    const row = await make();
    const [value] = valuesOf(row);
    const version = async () => (await read(row.id)).version;

    await ask('POST', 'attribute-values', { attribute_id: row.id, ...green });
    expect(await version()).toBe(2);
    await ask('DELETE', `attribute-values/${value?.id}`);
    expect([await version(), texts(await read(row.id))]).toEqual([3, ['Синий', 'Зелёный']]);
    await ask('POST', `attribute-values/${value?.id}/restore`);
    expect(await version()).toBe(4);
    const bulk = await ask('POST', 'attribute-values/bulk/remove', { ids: [value?.id] });
    expect([bulk.body.done, await version()]).toEqual([1, 5]);
    await ask('POST', `attribute-values/bulk/${bulk.body.id}/undo`);
    expect([await version(), texts(await read(row.id))]).toEqual([6, ['Красный', 'Синий', 'Зелёный']]);
  });

  it('are limited to five hundred, however they are created', async () => {
    const row = await make(Array.from({ length: 499 }, (_, n) => ({ value: `v${n}`, meta: 'x' })));
    const add = (value: string) =>
      ask('POST', 'attribute-values', { attribute_id: row.id, value, meta: 'x' });

    const answers = await Promise.all([add('a'), add('b'), add('c')]);

    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([201, 422, 422]);
    expect(texts(await read(row.id))).toHaveLength(500);
  });
});
