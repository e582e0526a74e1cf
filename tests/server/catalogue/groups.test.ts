import { offerLanguages } from '@tests/support/checkout';
import { beforeEach, describe, expect, it } from 'vitest';
import { buildAttachment } from '../../support/factories';
import { buildProduct } from '../../support/products';
import { samples } from '../../support/samples';
import { setUpScene } from '../../support/scene';
import type { Wire } from '../../support/server';

/** Groups beyond the engine: one home page, banners with ids, settings that are whole. */
const { api, scene } = setUpScene();
beforeEach(() => offerLanguages(api.db, 'en', 'ar'));

interface Banner {
  id: number;
  title: string;
  image: unknown;
}

type GroupWire = Wire & {
  is_home: boolean;
  banners: Banner[];
  settings: {
    isHome: boolean;
    layoutType: string;
    handpickedProducts: { products: unknown[]; title: string };
  };
};

const settings = (more: object = {}) => ({
  ...(samples.groups.body(scene, 'super_admin').settings as object),
  ...more,
});

async function create(name: string, more: object = {}): Promise<GroupWire> {
  const body = { ...samples.groups.body(scene, 'super_admin'), name, slug: undefined, ...more };
  const answer = await api.request<GroupWire>(scene.super_admin, 'POST', 'types', body);
  expect([answer.status, answer.body.errors]).toEqual([201, undefined]);
  return answer.body;
}

const save = (row: { id: number }, body: object, language = 'ru') =>
  api.request<GroupWire>(scene.super_admin, 'PUT', `types/${row.id}?language=${language}`, body);

async function read(row: { id: number }, language = 'ru'): Promise<GroupWire> {
  return (await api.request<GroupWire>(scene.super_admin, 'GET', `types/${row.id}?language=${language}`))
    .body;
}

async function homes(): Promise<string[]> {
  const { body } = await api.request(scene.super_admin, 'GET', 'types?orderBy=name&limit=50');
  return (body.data as unknown as (GroupWire & { name: string })[])
    .filter((row) => row.settings.isHome)
    .map((row) => row.name);
}

describe('the home page', () => {
  it('passes to the group that becomes it, and is audited at the other', async () => {
    const first = await create('Дом', { settings: settings({ isHome: true }) });
    const second = await create('Книги');

    const { status, body } = await save(second, { settings: settings({ isHome: true }) });

    expect([status, body.is_home, await homes()]).toEqual([200, true, ['Книги']]);
    expect((await read(first)).version).toBe(2);
    const entry = await api.db
      .selectFrom('audit_log')
      .selectAll()
      .where('family', '=', 'groups')
      .where('row_id', '=', first.id)
      .where('action', '=', 'update')
      .executeTakeFirst();
    expect(entry?.changes).toEqual({ 'settings.isHome': [true, false] });
  });

  it('is kept when another group is saved', async () => {
    await create('Дом', { settings: settings({ isHome: true }) });
    const other = await create('Книги');

    await save(other, { settings: settings({ layoutType: 'modern' }) });
    await save(other, { name: 'Новые книги' });

    expect(await homes()).toEqual(['Дом']);
  });

  it('is unique under concurrent changes', async () => {
    const rows = [await create('Дом'), await create('Книги'), await create('Одежда')];

    const saved = await Promise.all(rows.map((row) => save(row, { settings: settings({ isHome: true }) })));

    expect(saved.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await homes()).toHaveLength(1);
  });

  it('is unique under concurrent creation', async () => {
    await Promise.all(['Дом', 'Книги'].map((name) => create(name, { settings: settings({ isHome: true }) })));

    expect(await homes()).toHaveLength(1);
  });

  it('is not taken back by a restored group', async () => {
    const old = await create('Дом', { settings: settings({ isHome: true }) });
    await api.request(scene.super_admin, 'DELETE', `types/${old.id}`);
    await create('Книги', { settings: settings({ isHome: true }) });
    api.setNow(new Date(api.now().getTime() + 60_000));

    const restored = await api.request<GroupWire>(scene.super_admin, 'POST', `types/${old.id}/restore`);

    expect([restored.status, restored.body.is_home]).toEqual([200, false]);
    expect(await homes()).toEqual(['Книги']);
  });
});

describe('banners', () => {
  it('keep their ids, drop missing ones and number new ones', async () => {
    const picture = await buildAttachment(api.db);
    const row = await create('Дом', {
      banners: [{ title: 'Лето', image: { id: picture.id } }, { title: 'Осень' }],
    });
    const [summer, autumn] = row.banners;
    expect(summer?.id).toBeGreaterThan(0);
    expect(summer?.image).toMatchObject({ id: picture.id, original: `/admin/rest/uploads/${picture.path}` });

    const { body } = await save(row, {
      banners: [{ id: autumn?.id, title: 'Поздняя осень' }, { title: 'Зима' }],
    });

    expect(body.banners.map(({ title }) => title)).toEqual(['Поздняя осень', 'Зима']);
    expect(body.banners[0]?.id).toBe(autumn?.id);
    expect([summer?.id, autumn?.id]).not.toContain(body.banners[1]?.id);
  });

  it('do not accept ids of another group, nor one id twice', async () => {
    const [theirs] = (await create('Дом', { banners: [{ title: 'Лето' }] })).banners;
    const row = await create('Книги', { banners: [{ title: 'Осень' }] });
    const own = row.banners[0]?.id;

    const { body } = await save(row, {
      banners: [
        { id: theirs?.id, title: 'Чужой' },
        { id: own, title: 'Свой' },
        { id: own, title: 'Ещё раз' },
      ],
    });

    const ids = body.banners.map(({ id }) => id);
    expect(ids[1]).toBe(own);
    expect([new Set(ids).size, ids.includes(theirs?.id ?? 0)]).toEqual([3, false]);
  });

  it.each([
    [{ banners: [{ title: '' }] }, 'banners.title'],
    [{ banners: 'many' }, 'banners'],
    [{ banners: [null] }, 'banners'],
    [{ settings: { layoutType: 'baroque' } }, 'settings.layoutType'],
    [{ settings: 'none' }, 'settings'],
    [{ settings: { bestSelling: { title: 'x'.repeat(200) } } }, 'settings.bestSelling.title'],
    [{ settings: { handpickedProducts: { products: [999_999] } } }, 'settings.handpickedProducts.products'],
  ])('and settings are validated: %j', async (wrong, field) => {
    const row = await create('Дом');
    const { status, body } = await save(row, wrong);

    expect([status, Object.keys(body.errors ?? {})]).toEqual([422, [field]]);
    expect((await read(row)).version).toBe(1);
  });
});

describe('settings', () => {
  it('are complete even when little or nothing was sent, also for empty lists', async () => {
    const row = await create('Дом', { settings: { bestSelling: [], handpickedProducts: [] } });
    const bare = await create('Сад', { settings: undefined });

    for (const { settings: found } of [row, bare]) {
      expect(found).toMatchObject({
        isHome: false,
        layoutType: 'classic',
        productCard: 'helium',
        bestSelling: { enable: false, title: '' },
        handpickedProducts: { enable: false, title: '', enableSlider: false, products: [] },
      });
    }
  });

  it('include the picked products with their names, without those in the trash', async () => {
    const group = await create('Дом');
    const products = await api.db
      .insertInto('products')
      .values(
        ['Кружка', 'Чайник'].map((name, index) => ({
          name,
          slug: `p-${index}`,
          type_id: group.id,
          shop_id: scene.shop.id,
          unit: 'шт.',
        })),
      )
      .returning(['id', 'name', 'slug'])
      .execute();
    const [cup, kettle] = products;
    const handpickedProducts = { enable: true, title: 'Наш выбор', products: [kettle, { id: cup?.id }] };

    const { body } = await save(group, { settings: settings({ handpickedProducts }) });
    expect(body.settings.handpickedProducts.products).toEqual([kettle, cup]);

    await api.db
      .updateTable('products')
      .set({ deleted_at: api.now() })
      .where('id', '=', cup?.id ?? 0)
      .execute();
    expect((await read(group)).settings.handpickedProducts.products).toEqual([kettle]);
  });

  it('that are sent back unchanged are not audited', async () => {
    const { id } = await buildProduct(api.db, { shop: scene.shop });
    const handpickedProducts = { enable: true, title: 'Наш выбор', enableSlider: false, products: [id] };
    const row = await create('Чай', { settings: settings({ handpickedProducts }) });

    await save(row, { name: 'Кофе', settings: row.settings, banners: row.banners });

    const { changes } = await api.db
      .selectFrom('audit_log')
      .select('changes')
      .where('family', '=', 'groups')
      .where('action', '=', 'update')
      .executeTakeFirstOrThrow();
    expect(changes).toEqual({ name: ['Чай', 'Кофе'] });
  });

  it('and banners are translated only in their texts', async () => {
    const row = await create('Дом', { banners: [{ title: 'Лето' }, { title: 'Осень' }] });
    const [summer] = row.banners;

    const written = await save(
      row,
      {
        name: 'Home',
        settings: { isHome: true, layoutType: 'modern', handpickedProducts: { title: 'Our choice' } },
        banners: [{ id: summer?.id, title: 'Summer' }],
      },
      'en',
    );
    expect(written.status).toBe(200);

    const english = await read(row, 'en');
    expect(english).toMatchObject({ name: 'Home', is_home: false });
    expect(english.settings).toMatchObject({ isHome: false, layoutType: 'compact' });
    expect(english.settings.handpickedProducts.title).toBe('Our choice');
    expect(english.banners.map(({ title }) => title)).toEqual(['Summer', 'Осень']);
    expect((await read(row)).banners.map(({ title }) => title)).toEqual(['Лето', 'Осень']);
  });
});

it('names what uses a group to be removed', async () => {
  const group = await create('Дом');
  for (const endpoint of ['categories', 'tags']) {
    const body = { name: 'Посуда', type_id: group.id };
    expect((await api.request(scene.super_admin, 'POST', endpoint, body)).status).toBe(201);
  }

  const { status, body } = await api.request(scene.super_admin, 'DELETE', `types/${group.id}`);

  expect([status, body.message, body.uses]).toEqual([409, 'IN_USE', { categories: 1, tags: 1 }]);
});
