import { beforeEach, describe, expect, it } from 'vitest';
import { buildGroup, buildProduct } from '../../support/products';
import { setUpScene } from '../../support/scene';
import type { Wire } from '../../support/server';
import { byText } from '../by-text';

/** How people type into a search, and what they mean. */
const { api, scene } = setUpScene();

const goods: Record<string, string> = {
  'KT-INS114-DRE': 'Платье-футляр хлопковое',
  'HY-1': 'Чашка',
  'HY-3': 'Набор 2 в 1',
  'N-1': 'Носки р. 41-43',
  'M-1': 'Смартфон 128 Гб',
  'M-2': 'Смартфон 256ГБ',
  'S-1': 'Саморез 3,5х45 оцинкованный',
  'E-1': 'Ёршик посудный зелёный',
  'W-1': 'Книга «Война и мир»',
  'T-1': 'Чай чёрный байховый',
  'C-1': 'Кофе Nescafé растворимый',
  'L-1': 'Тушь L’Oréal ХО',
  'P-1': 'Плёнка 1,2 м²',
  'K-1': 'Коврик 60×40 см',
  'B-1': 'Бумага А4 80 г/м2',
};

const skusOf = async (path: string) => {
  const { status, body } = await api.request<{ data: Wire[] }>(scene.store_owner, 'GET', path);
  return status === 200 ? body.data.map(({ sku }) => String(sku)).sort(byText) : [status];
};

describe('a search of products', () => {
  beforeEach(async () => {
    for (const [sku, name] of Object.entries(goods))
      await buildProduct(api.db, { shop: scene.shop, name, sku });
  });

  it.each([
    // SKUs with other signs, and without.
    ['KTINS114DRE', ['KT-INS114-DRE']],
    ['INS114DRE', ['KT-INS114-DRE']],
    ['ins 114 dre', ['KT-INS114-DRE']],
    ['KT_INS114/DRE', ['KT-INS114-DRE']],
    ['HY 1', ['HY-1']],
    ['hy1', ['HY-1']],
    ['НУ-1', ['HY-1']],
    ['41–43', ['N-1']],
    ['41 43', ['N-1']],
    ['60 × 40', ['K-1']],
    ['40x60', ['K-1']],
    ['носки 41-43', ['N-1']],
    // Figures and units.
    ['128гб', ['M-1']],
    ['128 гб', ['M-1']],
    ['256 гб', ['M-2']],
    ['256гб смартфон', ['M-2']],
    ['гб 256', ['M-2']],
    ['смартфон 128', ['M-1']],
    ['3,5 x 45', ['S-1']],
    ['3.5х45', ['S-1']],
    ['3,5×45 саморез', ['S-1']],
    ['2в1', ['HY-3']],
    ['2 в 1', ['HY-3']],
    ['набор 2в1', ['HY-3']],
    ['1,2 м2', ['P-1']],
    ['1.2м²', ['P-1']],
    // Letters that look alike, accents, ё, case, the other layout.
    ['A4', ['B-1']],
    ['а4 80г', ['B-1']],
    ['nescafe', ['C-1']],
    ["L'Oreal", ['L-1']],
    ['loreal xo', ['L-1']],
    ['ершик', ['E-1']],
    ['ЁРШИК', ['E-1']],
    ['`hibr', ['E-1']],
    ['зеленый ершик', ['E-1']],
    ['чай xthysq', ['T-1']],
    // Order and forms of words.
    ['мир война', ['W-1']],
    ['платье футляр', ['KT-INS114-DRE']],
    ['платьефутляр', ['KT-INS114-DRE']],
    ['хлопковые платья', ['KT-INS114-DRE']],
    ['чашки', ['HY-1']],
    ['наборы', ['HY-3']],
    ['зелёные ёршики', ['E-1']],
    ['чёрного чая', ['T-1']],
    ['cvfhnajys', ['M-1', 'M-2']],
    // One wrong sign, where nothing else is found.
    ['смартфн', ['M-1', 'M-2']],
    ['сматрфон 128', ['M-1']],
    ['смортфон', ['M-1', 'M-2']],
    ['смарттфон', ['M-1', 'M-2']],
    ['чшка', ['HY-1']],
    ['чашкп', ['HY-1']],
    ['ктига война', ['W-1']],
    ['KT-INS114-DRR', ['KT-INS114-DRE']],
    ['смортфоны', ['M-1', 'M-2']],
    ['тушёнка', []],
    // Nothing like it.
    ['смрртфн', []],
    ['чай небывалый', []],
    ['HY-12', []],
    ['!!', []],
  ] as [string, string[]][])('«%s»', async (text, found) => {
    for (const key of ['name', 'search'])
      expect(await skusOf(`products?shop_id=${scene.shop.id}&${key}=${encodeURIComponent(text)}`)).toEqual(
        found,
      );
  });

  it('finds what a product is like, as long as it is so', async () => {
    const [ershik] = (await api.request<{ data: Wire[] }>(scene.super_admin, 'GET', 'products?name=ёршик'))
      .body.data;
    const path = `products/${ershik?.id}`;
    const change = (value: string) =>
      api.request(scene.store_owner, 'PUT', path, { characteristics: [{ name: 'Состав', value }] });
    expect((await change('сосна, лён')).status).toBe(200);
    expect(await skusOf('products?name=сосны')).toEqual(['E-1']);
    expect(await skusOf('products?search=name:ёршик лён')).toEqual(['E-1']);

    await change('берёза');
    expect([await skusOf('products?name=сосны'), await skusOf('products?name=береза')]).toEqual([
      [],
      ['E-1'],
    ]);
    await api.request(scene.store_owner, 'PUT', path, { characteristics: [] });
    expect(await skusOf('products?name=береза')).toEqual([]);
  });

  it('takes a wrong sign for a right one only when nothing is found without', async () => {
    await buildProduct(api.db, { shop: scene.shop, name: 'Чалка', sku: 'X-1' });

    expect(await skusOf('products?name=чалка')).toEqual(['X-1']);
    expect(await skusOf('products?name=чапка')).toEqual(['HY-1', 'X-1']);
  });

  it('is the same in the global search, at the till, in the queue of moderation and in an export', async () => {
    const found = await api.request<{ groups: { rows: Wire[] }[] }>(
      scene.super_admin,
      'GET',
      'search?q=128гб',
    );
    expect(found.body.groups.flatMap(({ rows }) => rows.map(({ title }) => title))).toEqual([
      'Смартфон 128 Гб',
    ]);
    const near = await api.request<{ groups: { rows: Wire[] }[] }>(
      scene.super_admin,
      'GET',
      'search?q=ёршек',
    );
    expect(near.body.groups.flatMap(({ rows }) => rows.map(({ title }) => title))).toEqual([
      'Ёршик посудный зелёный',
    ]);
    const till = await api.request<{ data: Wire[] }>(
      scene.store_owner,
      'GET',
      `till/${scene.shop.slug}/goods?search=смартфоны 256`,
    );
    expect(till.body.data.map(({ name }) => name)).toEqual(['Смартфон 256ГБ']);
  });
});

describe('the order of names and SKUs', () => {
  const names = ['Свеча 1', 'Свеча 2', 'свеча 3', 'Свеча 9', 'Свеча 10', 'Свеча 10 б', 'Свеча 100'];

  it.each([
    ['products?orderBy=name', 'name', names],
    ['products?orderBy=sku', 'sku', names.map((_, place) => `SO-${place * 5 + 1}`)],
  ])('%s', async (path, key, order) => {
    for (const [place, name] of [...names.entries()].reverse())
      await buildProduct(api.db, { shop: scene.shop, name, sku: `SO-${place * 5 + 1}` });

    for (const [by, expected] of [
      ['asc', order],
      ['desc', order.toReversed()],
    ] as const) {
      const { body } = await api.request<{ data: Wire[] }>(
        scene.super_admin,
        'GET',
        `${path}&sortedBy=${by}`,
      );
      expect(body.data.map((row) => row[key])).toEqual(expected);
    }
  });

  it.each(['types', 'tags', 'authors', 'shops', 'users'])('%s', async (family) => {
    const tables = { types: 'groups', shops: 'shops', users: 'users' } as const;
    const table = tables[family as keyof typeof tables] ?? (family as 'tags');
    for (const [place, name] of [...names.entries()].reverse()) {
      const own = {
        shops: { slug: `s-${place}`, owner_id: scene.store_owner.id },
        users: { email: `s${place}@s.test`, password_hash: 'x', permissions: ['customer'] },
      }[family] ?? { slug: `s-${place}` };
      await api.db
        .insertInto(table)
        .values({ name, ...own } as never)
        .execute();
    }

    const { body } = await api.request<{ data: Wire[] }>(
      scene.super_admin,
      'GET',
      `${family}?page=1&limit=50&orderBy=name&sortedBy=asc`,
    );
    expect(body.data.map((row) => String(row.name)).filter((name) => /свеча/i.test(name))).toEqual(names);
  });

  it('sorts names of many numbers, and of numbers longer than any', async () => {
    const long = '1 2 3 4 5 6 7 8 9 '.repeat(14).trim();
    await buildProduct(api.db, { shop: scene.shop, name: long, sku: '12345678901234567890' });

    expect(await skusOf('products?orderBy=name')).toEqual(['12345678901234567890']);
  });
});

describe('a search of other lists and pickers', () => {
  beforeEach(async () => {
    const { id } = await buildGroup(api.db, { name: 'Мелкая посуда', slug: 'posuda' });
    await api.db
      .insertInto('categories')
      .values({ name: 'Ёлочные игрушки 3в1', slug: 'elka', type_id: id })
      .execute();
  });

  it.each([
    ['categories', 'елочная игрушка', 'Ёлочные игрушки 3в1'],
    ['categories', '3 в 1', 'Ёлочные игрушки 3в1'],
    ['categories', 'Игрушки, ёлочные', 'Ёлочные игрушки 3в1'],
    ['categories', 'игрушкм', 'Ёлочные игрушки 3в1'],
    ['categories', 'buheirb', 'Ёлочные игрушки 3в1'],
    ['types', 'посуды', 'Мелкая посуда'],
    ['types', 'ПOCУДA', 'Мелкая посуда'],
    ['types', 'посуда мелкая', 'Мелкая посуда'],
    ['types', 'посудв', 'Мелкая посуда'],
    ['types', 'чашка', undefined],
  ])('%s: «%s»', async (family, text, name) => {
    for (const query of [`search=name:${text}`, `name=${text}`]) {
      const { body } = await api.request<{ data: Wire[] }>(
        scene.super_admin,
        'GET',
        `${family}?page=1&${query}`,
      );
      expect(body.data.map((row) => row.name)).toEqual(name === undefined ? [] : [name]);
    }
  });

  it('shops, users and conversations', async () => {
    await api.db.updateTable('shops').set({ name: 'Дом «Ёлка-2»' }).where('id', '=', scene.shop.id).execute();
    await api.db
      .updateTable('users')
      .set({ name: 'Пётр Семёнов' })
      .where('id', '=', scene.customer.id)
      .execute();
    for (const [path, name] of [
      ['shops?search=name:елка2', 'Дом «Ёлка-2»'],
      ['shops?search=name:дом елки', 'Дом «Ёлка-2»'],
      ['users?search=name:семенов петр', 'Пётр Семёнов'],
      ['users?search=name:симёнов', 'Пётр Семёнов'],
    ]) {
      const { body } = await api.request<{ data: Wire[] }>(scene.super_admin, 'GET', String(path));
      expect(body.data.map((row) => row.name)).toEqual([name]);
    }
  });
});
