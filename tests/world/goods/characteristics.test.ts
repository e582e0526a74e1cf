import { read, write } from '@e965/xlsx';
import { beforeEach, describe, expect, it } from 'vitest';
import type { FirstRow, ProductImport } from '@/contract/catalogue/products/imports';
import { sendFile, settled } from '../../support/import-files';
import { buildGroup } from '../../support/products';
import { setUpScene } from '../../support/scene';
import { signIn } from '../../support/session';
import { type ImportPlace, importFile, productsOf } from './import-case';

/** Properties of products that make no variations, as other systems and our own export write them; the data are invented. */
const { api, scene } = setUpScene();
let place: ImportPlace;
beforeEach(async () => {
  await buildGroup(api.db, { name: 'Посуда', slug: 'posuda' });
  place = { api, user: scene.store_owner, shop: scene.shop };
  await api.db.insertInto('categories').values({ name: 'Посуда', slug: 'posuda' }).execute();
});

const said = async () => {
  const rows = await api.db
    .selectFrom('product_characteristics as c')
    .innerJoin('attributes as a', 'a.id', 'c.attribute_id')
    .innerJoin('products as p', 'p.id', 'c.product_id')
    .select(['p.name as product', 'a.name', 'c.value'])
    .orderBy('p.id')
    .orderBy('c.position')
    .execute();
  return rows.map(({ product, name, value }) => `${product} — ${name}: ${value}`);
};

it('two columns whose names and values have the same words keep their own', async () => {
  const file =
    'Артикул;Название;Тип;Ед. изм.;Цена;Параметр: Цвет;Параметр: Цвет ткани\nL;Ложка;Посуда;шт;90;ткани синий;\nM;Вилка;Посуда;шт;90;;синий\n';

  const { told, rejected } = await importFile(place, file);

  expect([rejected, told]).toEqual([0, []]);
  expect(await said()).toEqual(['Ложка — Цвет: ткани синий', 'Вилка — Цвет ткани: синий']);
});

const spoon = ['Ложка — Материал: сталь', 'Ложка — Состав: железо, хром'];

describe('columns of other systems are characteristics', () => {
  it.each([
    [
      'InSales',
      'Артикул;Название товара;Тип;Ед. изм.;Цена;Параметр: Материал;Параметр: Состав\nL;Ложка;Посуда;шт;90;сталь;железо, хром\n',
    ],
    [
      'МойСклад',
      'Артикул;Наименование;Тип;Ед. изм.;Цена;Доп. поле: Материал;Доп. поле: Состав\nL;Ложка;Посуда;шт;90;сталь;железо, хром\n',
    ],
    [
      'WooCommerce',
      'Type,SKU,Name,Categories,Published,Regular price,Parent,Attribute 1 name,Attribute 1 value(s),Attribute 1 visible,Attribute 2 name,Attribute 2 value(s)\nsimple,L,Ложка,Посуда,0,90,,Материал,сталь,1,Состав,"железо\\, хром"\n',
    ],
    [
      'PrestaShop',
      'Артикул;Название;Тип;Ед. изм.;Цена;Feature(Name:Value:Position)\nL;Ложка;Посуда;шт;90;Материал:сталь:0\n',
      spoon.slice(0, 1),
    ],
    [
      'Shopify',
      'Артикул;Название;Тип;Ед. изм.;Цена;Материал (product.metafields.custom.material)\nL;Ложка;Посуда;шт;90;сталь\n',
      spoon.slice(0, 1),
    ],
  ])('%s', async (_system, file, expected = spoon) => {
    const { told, rejected } = await importFile(place, file);
    expect([rejected, told]).toEqual([0, []]);
    expect(await said()).toEqual(expected);
    const again = await importFile(place, file);
    expect([again.rejected, again.told]).toEqual([0, []]);
    expect(await said()).toEqual(expected);
    expect(await productsOf(place)).toHaveLength(1);
  });
});

const heading = 'Артикул;Название;Цена;Характеристика: Материал;Характеристика: Состав';

describe('a column of a characteristic', () => {
  it('is the attribute of the shop, whatever case, ё and spaces it is written with', async () => {
    await importFile(place, `${heading}\nL;Ложка;90;Чёрный металл;железо\n`);
    const { updated, told } = await importFile(
      place,
      'Артикул;Название;Цена;Параметр: МАТЕРИАЛ;Параметр: состав \nL;Ложка;90;черный  МЕТАЛЛ;железо, хром\nV;Вилка;80;черный металл;\n',
    );
    expect([updated, told]).toEqual([1, []]);
    expect(await said()).toEqual([
      'Ложка — Материал: Чёрный металл',
      'Ложка — Состав: железо, хром',
      'Вилка — Материал: черный металл',
    ]);
    expect(await api.db.selectFrom('attributes').select('name').orderBy('id').execute()).toEqual([
      { name: 'Материал' },
      { name: 'Состав' },
    ]);
  });

  it('is left alone where it is empty, and taken away by a dash', async () => {
    await importFile(place, `${heading}\nL;Ложка;90;сталь;железо\n`);
    await importFile(place, `${heading}\nL;Ложка;90;;-\n`);
    expect(await said()).toEqual(['Ложка — Материал: сталь']);
  });

  it('refuses its row, or only its cell where the person chose so', async () => {
    const file = `${heading}\nL;Ложка;90;${'с'.repeat(1001)};железо\n`;
    const refused = await importFile(place, file);
    expect(refused.told).toEqual([[2, { 3: 'error-too-long' }]]);
    expect(await productsOf(place)).toEqual([]);

    const left = await importFile(place, file, { refused: 'cell' });
    expect([left.rejected, left.told]).toEqual([0, [[2, { 3: 'error-too-long' }]]]);
    expect(await said()).toEqual(['Ложка — Состав: железо']);
  });

  it('may be any column, as a person says, and is remembered for files of the same headings', async () => {
    const send = () =>
      sendFile<ProductImport>(
        api,
        place.user,
        'product-imports',
        { name: 'товары.csv', content: 'Артикул;Название;Цена;Из чего сделано\nL;Ложка;90;Сталь\n' },
        { shop_id: String(place.shop.id) },
      );
    const { body: one } = await send();
    expect(one.mapping).not.toHaveProperty('3');
    const patch = (target: string) =>
      api.request(place.user, 'PATCH', `product-imports/${one.id}`, {
        mapping: { ...one.mapping, 3: target },
        options: { values: { type: 'posuda', unit: 'шт.' } },
      });
    for (const wrong of ['characteristic:', 'characteristic:<b>a</b>', 'characteristics:Материал'])
      expect((await patch(wrong)).status).toBe(422);
    expect((await patch('characteristic:Материал')).status).toBe(200);
    await api.request(place.user, 'POST', `product-imports/${one.id}/check`);
    await settled(api, place.user, one.id);
    const { body: first } = await api.request<{ data: FirstRow[] }>(
      place.user,
      'GET',
      `product-imports/${one.id}/first-rows`,
    );
    const cell = first.data[0]?.cells.find(({ column }) => column === '3');
    expect(cell).toMatchObject({ field: 'characteristic:Материал', value: 'Сталь', is_different: false });
    expect((await send()).body.mapping).toMatchObject({ 3: 'characteristic:Материал' });
  });

  it('is demanded of products that go on sale in a category that demands it', async () => {
    await api.db
      .updateTable('categories')
      .set({ required_characteristics: JSON.stringify([{ name: 'состав' }]) })
      .execute();
    const file = (status: string, composition: string) =>
      `Артикул;Название;Цена;Категории;Статус;Характеристика: Состав\nL;Ложка;90;Посуда;${status};${composition}\n`;

    const { told } = await importFile(place, file('Опубликован', ''));
    expect(told).toEqual([[2, { characteristics: 'error-characteristics-required' }]]);
    expect((await importFile(place, file('Черновик', ''))).told).toEqual([]);
    expect((await importFile(place, file('Опубликован', 'железо'))).told).toEqual([]);
    expect((await productsOf(place)).map(({ status }) => status)).toEqual(['publish']);
  });

  it('waits for an administrator where the product of a vendor is on sale', async () => {
    await importFile(place, `${heading};Статус\nL;Ложка;90;сталь;;Опубликован\n`);
    await api.request(scene.super_admin, 'POST', 'settings', { options: { isProductReview: true } });

    await importFile(place, `${heading}\nL;Ложка;90;серебро;\n`);

    expect(await said()).toEqual(['Ложка — Материал: сталь']);
    const review = await api.db.selectFrom('product_reviews').select('values').executeTakeFirstOrThrow();
    expect(review.values).toEqual({ characteristics: [{ name: 'Материал', value: 'серебро' }] });
  });
});

describe('our own export', () => {
  const odd = ['=1+2', '«80 %», "лён"; хлопок: 20', '007', '-', '1 000,50', 'ёлка\u00a0ё'];

  async function exported(format: string): Promise<Buffer> {
    const token = await signIn(api.db, place.user.id, api.now());
    const answer = await api.app.inject({
      method: 'GET',
      url: `/admin/rest/product-exports?shop_id=${place.shop.id}&format=${format}`,
      headers: { authorization: `Bearer ${token}` },
    });
    expect(answer.statusCode).toBe(200);
    return answer.rawPayload;
  }

  it.each(['csv', 'xlsx', 'ods'])(
    'has a column for each, and comes back as %s without a change',
    async (format) => {
      const group = await api.db.selectFrom('groups').select('id').executeTakeFirstOrThrow();
      for (const [index, value] of odd.entries()) {
        const { status } = await api.request(place.user, 'POST', 'products', {
          ...{ name: `Товар ${index}`, type_id: group.id, shop_id: place.shop.id, unit: 'шт.', price: 90 },
          ...{ sku: `S-${index}`, status: 'draft' },
          characteristics: [
            { name: 'Состав', value },
            ...(index % 2 ? [{ name: 'Страна: сборка', value: 'Россия' }] : []),
          ],
        });
        expect(status).toBe(201);
      }
      const before = await said();
      const file = await exported(format === 'ods' ? 'xlsx' : format);
      const content =
        format === 'ods' ? (write(read(file), { bookType: 'ods', type: 'buffer' }) as Buffer) : file;

      const { body } = await sendFile<ProductImport>(
        api,
        place.user,
        'product-imports',
        { name: `товары.${format}`, content },
        { shop_id: String(place.shop.id) },
      );
      expect(Object.values(body.mapping)).toEqual(
        expect.arrayContaining(['characteristic:Состав', 'characteristic:Страна: сборка']),
      );
      await api.request(place.user, 'POST', `product-imports/${body.id}/run`);
      const done = await settled(api, place.user, body.id);

      expect([done.created, done.updated, done.rejected]).toEqual([0, 0, 0]);
      expect(await said()).toEqual(before);
    },
  );
});
