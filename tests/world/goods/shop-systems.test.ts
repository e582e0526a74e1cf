import { beforeEach, describe, expect, it } from 'vitest';
import { buildGroup } from '../../support/products';
import { setUpScene } from '../../support/scene';
import { byText } from '../by-text';
import { type ImportPlace, importFile, productsOf, variationsOf } from './import-case';

/** Exports of shop systems with their variations, in the shapes of docs/formats.md; the data are invented. */
const { api, scene } = setUpScene();
let place: ImportPlace;
beforeEach(async () => {
  await buildGroup(api.db, { name: 'Посуда', slug: 'posuda' });
  place = { api, user: scene.store_owner, shop: scene.shop };
  await api.db.insertInto('categories').values({ name: 'Посуда', slug: 'posuda' }).execute();
});

const shopify = `Handle,Title,Body (HTML),Option1 Name,Option1 Value,Option2 Name,Option2 Value,Variant SKU,Variant Grams,Variant Inventory Qty,Variant Price,Variant Compare At Price,Variant Barcode,Status
mug-blue,Кружка,<p>Ровная</p>,Цвет,синий,Размер,M,MB-1,250,4,500,,4607123456781,active
mug-blue,,,,синий,,L,MB-2,300,0,550,600,,
mug-blue,,,,красный,,M,,250,2,500,,,
spoon,Ложка,,Title,Default Title,,,SP-1,50,7,90,,,active
`;
const woocommerce = `ID,Type,SKU,Name,Published,"In stock?",Stock,"Weight (kg)","Sale price","Regular price",Tags,Parent,"Attribute 1 name","Attribute 1 value(s)","Attribute 1 visible","Attribute 1 global","Attribute 2 name","Attribute 2 value(s)","Meta: _x"
10,variable,MB,Кружка,1,1,,0.25,,,,,Цвет,"синий, красный",1,1,Размер,"M, L",x
11,variation,MB-1,Кружка - синий,1,1,4,,,500,,MB,Цвет,синий,,1,Размер,M,
12,variation,MB-2,Кружка - L,1,1,0,,550,600,,id:10,Цвет,синий,,1,Размер,L,
13,variation,MB-3,Кружка - красный,1,1,2,,,500,,MB,,красный,,1,,M,
14,"simple, virtual",SP-1,Ложка,1,1,7,0.05,,90,,,,,,,,,
`;
const moysklad = `Группы;Тип;Код;Наименование;Внешний код;Артикул;Единица измерения;"Цена: Цена продажи";"Валюта (Цена продажи)";"Штрихкод EAN13";Остаток;"Код товара модификации";"Характеристика:Цвет";"Характеристика:Размер"
Посуда;Товар;00001;Кружка;abc;KR;шт;500;руб;;6;;;
;Модификация;00002;;abd;KR;;500;руб;4607123456781;4;00001;синий;M
;Модификация;00003;;abe;KR;;600;руб;;0;00001;синий;L
;Модификация;00004;;abf;KR;;500;руб;;2;00001;красный;M
Посуда;Товар;00005;Ложка;abg;SP;шт;90;руб;;7;;;
`;
const insales = `ID товара\tНазвание товара\tНазвание товара в URL\tРазмещение на сайте\tID варианта\tАртикул\tШтрих-код\tЦена продажи\tСтарая цена\tОстаток\tВес\tСвойство: Цвет\tСвойство: Размер\tПараметр: Материал
77\tКружка\tmug-blue\tПосуда\t1\tMB-1\t4607123456781\t500\t\t4\t0,25\tсиний\tM\tфарфор
77\tКружка\tmug-blue\tПосуда\t2\tMB-2\t\t550\t600\t0\t0,3\tсиний\tL\tфарфор
77\tКружка\tmug-blue\tПосуда\t3\tMB-3\t\t500\t\t2\t0,25\tкрасный\tM\tфарфор
78\tЛожка\tspoon\tПосуда\t4\tSP-1\t\t90\t\t7\t0,05\t\t\tсталь
`;
const wildberries = `Группа;Артикул продавца;Артикул WB;Наименование;Категория продавца;Баркоды;Размер;Цена;Остаток
1;MB;100;Кружка;Посуда;4607123456781;M;500;4
1;MB;100;Кружка;Посуда;;L;600;0
1;MB;100;Кружка;Посуда;;S;500;2
2;SP-1;101;Ложка;Посуда;2000000000015;0;90;7
`;

describe.each([
  ['Shopify', shopify, ['mug-blue', null]],
  ['WooCommerce', woocommerce, ['', 'MB']],
  ['МойСклад', moysklad, ['', '00001']],
  ['InSales', insales, ['mug-blue', null]],
  ['Wildberries', wildberries, ['', 'MB']],
])('an export of %s', (_system, file, [slug, sku]) => {
  it('has one product with its variations, and one without', async () => {
    const { told, rejected } = await importFile(place, file);

    expect([rejected, told]).toEqual([0, []]);
    const [mug, spoon] = await productsOf(place);
    expect(mug).toMatchObject({ name: 'Кружка', product_type: 'variable', sku, ...(slug && { slug }) });
    expect(spoon).toMatchObject({ name: 'Ложка', product_type: 'simple', price: 90, quantity: 7 });
    const variations = await variationsOf(place);
    expect(variations.map(({ price, quantity }) => [price, quantity]).toSorted(byText)).toEqual(
      [
        [500, 4],
        [variations.find(({ quantity }) => quantity === 0)?.price, 0],
        [500, 2],
      ].toSorted(byText),
    );
    expect(new Set(variations.map(({ product_id }) => product_id))).toEqual(new Set([mug?.id]));
    expect(new Set(variations.map((one) => one.sku)).size).toBe(3);
  });

  it('comes back without a change', async () => {
    await importFile(place, file);
    const again = await importFile(place, file);

    expect([again.created, again.updated, again.told]).toEqual([0, 0, []]);
  });
});

it('names the values of Shopify by the first row of a product, and gives a variation without an article one', async () => {
  await importFile(place, shopify);

  expect((await variationsOf(place)).map(({ sku, title }) => [sku, title]).toSorted(byText)).toEqual([
    ['MB-1', 'синий/M'],
    ['MB-2', 'синий/L'],
    ['mug-blue-красный-M', 'красный/M'],
  ]);
  expect((await productsOf(place))[0]).toMatchObject({
    weight: 0.25,
    description: '<p>Ровная</p>',
    barcode: null,
  });
});

it('tells a wrong first variation in its row, and the file of refused rows has it whole', async () => {
  const wrong = shopify.replace('MB-1,250,4,500', 'MB-1,250,4,"1,300"');
  const { told, id } = await importFile(place, wrong);

  expect(told).toEqual([[2, { '10': 'error-price-decimals' }]]);
  const { body } = await api.request<string>(place.user, 'GET', `product-imports/${id}/rejected.csv`);
  expect(body).toContain('mug-blue');
  expect(body.trim().split('\n')).toHaveLength(2);
  const mended = body.replace('"1,300"', '500').replace('1,300', '500');
  const again = await importFile(place, mended);
  expect([again.created, again.told]).toEqual([1, []]);
});

it('takes a product of WooCommerce without an article by its name, whose variations name its id', async () => {
  const file = woocommerce
    .replace('10,variable,MB,', '10,variable,,')
    .replaceAll(',MB,Цвет', ',id:10,Цвет')
    .replace(',MB,,', ',id:10,,');
  const { told } = await importFile(place, file);
  const again = await importFile(place, file);

  expect([told, again.told, again.created]).toEqual([[], [], 0]);
  expect(await productsOf(place)).toMatchObject([{ slug: 'kruzhka', product_type: 'variable' }, {}]);
});

it('adds further pictures of Shopify, which have rows of their own, to the product', async () => {
  const file = `Handle,Title,Option1 Name,Option1 Value,Variant SKU,Variant Price,Image Src
mug,Кружка,Title,Default Title,M-1,500,a.jpg
mug,,,,,,b.jpg
mug,,,,,,c.jpg
`;
  const { created, told } = await importFile(place, file);

  expect(created).toBe(1);
  expect(told).toEqual([[2, expect.objectContaining({ '6': 'error-import-picture-missing' })]]);
});

it.each([
  ['a number of OpenCart', 'product_id,name(ru-ru),sku,price,quantity,status', '12,Чашка,A-1,100,5,true'],
  ['a number of AliExpress', 'Product ID,Название товара,SKU код,Цена,Количество', '1005,Чашка,A-1,100,5'],
  [
    '«Наличие» beside «Запасы» in Russian WooCommerce',
    'ID,Тип,Артикул,Имя,Наличие,Запасы,Базовая цена',
    '1,simple,A-1,Чашка,1,5,100',
  ],
  [
    'the type of МойСклад',
    'UUID,Тип,Код,Наименование,Артикул,"Цена: Цена продажи","Валюта (Цена продажи)",Остаток,Код товара модификации',
    'u,Товар,0001,Чашка,A-1,100,руб,5,',
  ],
  [
    'a column of 1С',
    'Номенклатура.Код,Номенклатура.Артикул,Номенклатура,Цена розн.,Свободный остаток',
    '0001,A-1,Чашка,100,5',
  ],
  [
    'the link of InSales',
    'ID товара,Название товара,URL,Артикул,Цена продажи,Остаток',
    '7,Чашка,https://shop.example/product/chashka?x=1,A-1,100,5',
  ],
])('%s is not taken for something else', async (_what, headings, row) => {
  for (const _time of [1, 2]) {
    const { told } = await importFile(place, `${headings}\n${row}\n`);
    expect(told).toEqual([]);
  }

  expect(await productsOf(place)).toMatchObject([{ sku: 'A-1', name: 'Чашка', price: 100, quantity: 5 }]);
});
